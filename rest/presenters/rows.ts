import type { RecordType, ResultOfField, TypeOfField } from './field-types.ts';
import type { Show } from './show.ts';

/** How a value is shown, and the field that it is read from, unless that is named like the key. */
interface Source<Type = unknown, Parts = never, Field extends string = string> {
  readonly show: Show<Type, Parts>;
  readonly field: Field | undefined;
}

/** A key of a record, in each format that has it. What is `unseen` is read for the record's ETag alone. */
export interface Row<From extends Source = Source> {
  readonly older?: From;
  readonly newer?: From;
  readonly unseen?: From;
}

export type Rows = Readonly<Record<string, Row>>;

/** Creates the rows that these places of a row hold. */
const mark =
  (...places: readonly (keyof Row)[]) =>
  <Type, Parts, const Field extends string = never>(
    show: Show<Type, Parts>,
    field?: Field,
  ): Row<Source<Type, Parts, Field>> =>
    Object.fromEntries(places.map((place) => [place, { show, field }]));

export const both = mark('older', 'newer');
export const older = mark('older');
export const newer = mark('newer');
export const unseen = mark('unseen');

type Camel<Key> = Key extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Key;

type FieldOf<Key, Field> = [Field] extends [never] ? Camel<Key> : Field;

/** Why a source does not fit its field; never if it does. */
type Misfit<On extends RecordType, Key, From> =
  From extends Source<infer Type, never, infer Field>
    ? [Type] extends [null]
      ? never
      : [TypeOfField<On, FieldOf<Key, Field>>] extends [never]
        ? { readonly lacks: FieldOf<Key, Field> }
        : [TypeOfField<On, FieldOf<Key, Field>>] extends [Type]
          ? never
          : { readonly shows: Type; readonly of: TypeOfField<On, FieldOf<Key, Field>> }
    : never;

type FromOf<Given> = Given extends Row<infer From> ? From : never;

/** The rows that fit the type; of others, why not. */
export type Fitting<On extends RecordType, Given> = {
  readonly [Key in keyof Given]: [Misfit<On, Key, FromOf<Given[Key]>>] extends [never]
    ? Given[Key]
    : Misfit<On, Key, FromOf<Given[Key]>>;
};

/** Of sources, the fields that they read. */
type FieldsOf<Key, From> =
  From extends Source<infer Type, never, infer Field>
    ? [Type] extends [null]
      ? never
      : FieldOf<Key, Field>
    : never;

/** What sources read of the record, or of each in the list, that a field holds. */
type ReadBelow<Key, From, Name> =
  From extends Source<unknown, infer Parts, infer Field>
    ? FieldOf<Key, Field> extends Name
      ? Parts extends readonly (infer Entry)[]
        ? Entry
        : Parts
      : never
    : never;

type Together<Union> = (Union extends unknown ? (part: Union) => void : never) extends (
  part: infer All,
) => void
  ? All
  : never;

/** What the schema returns for the fields that the rows read. */
export type PartsOf<On extends RecordType, Given> = {
  readonly [
    Name in {
      [Key in keyof Given]: FieldsOf<Key, FromOf<Given[Key]>>;
    }[keyof Given] &
      string
  ]: ResultOfField<
    On,
    Name,
    Together<{ [Key in keyof Given]: ReadBelow<Key, FromOf<Given[Key]>, Name> }[keyof Given]>
  >;
};

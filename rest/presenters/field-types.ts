import type { Scalars } from '../graphql.ts';
import type { introspection } from '../schema-types.d.ts';

type Types = introspection['types'];

/** The types of the schema that have fields. */
export type RecordType = {
  [Name in keyof Types]: Types[Name] extends { readonly kind: 'OBJECT' } ? Name : never;
}[keyof Types];

export type EnumType = {
  [Name in keyof Types]: Types[Name] extends { readonly enumValues: string } ? Name : never;
}[keyof Types];

/** The field's type as the schema refers to it; never if there is no such field. */
type RefOf<On extends RecordType, Field> = Types[On] extends {
  readonly fields: Readonly<Record<Field & string, { readonly type: infer Ref }>>;
}
  ? Ref
  : never;

type NameOf<Ref> = Ref extends { readonly kind: 'NON_NULL'; readonly ofType: infer Inner }
  ? NameOf<Inner>
  : Ref extends { readonly kind: 'LIST'; readonly ofType: infer Inner }
    ? readonly [NameOf<Inner>]
    : Ref extends { readonly name: infer Name }
      ? Name
      : never;

/** The name of a field's type, of a list in brackets: `'Money'`, `readonly ['Address']`; never if there is no such field. */
export type TypeOfField<On extends RecordType, Field> = NameOf<RefOf<On, Field>>;

type Present<Ref, Parts> = Ref extends { readonly kind: 'LIST'; readonly ofType: infer Inner }
  ? readonly Result<Inner, Parts>[]
  : Ref extends { readonly name: infer Name }
    ? Name extends keyof Scalars
      ? Scalars[Name]
      : Name extends EnumType
        ? Types[Name]['enumValues']
        : Parts
    : never;

type Result<Ref, Parts> = Ref extends { readonly kind: 'NON_NULL'; readonly ofType: infer Inner }
  ? Present<Inner, Parts>
  : Present<Ref, Parts> | null;

/** What the schema returns for a field, when `Parts` of its record, or of each record in its list, are read. */
export type ResultOfField<On extends RecordType, Field, Parts> = Result<RefOf<On, Field>, Parts>;

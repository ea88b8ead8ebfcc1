import { parse } from 'graphql';
import type { Form, Present } from '../forms/form.ts';
import { spreading, type TadaDocumentNode } from '../graphql.ts';
import type { FormName } from '../request/form-name.ts';
import { toCamel } from '../words/naming.ts';
import type { RecordType } from './field-types.ts';
import { recordReader } from './record.ts';
import type { Fitting, PartsOf, Row, Rows } from './rows.ts';
import { joined, nothing, type Reads, type Selection, textOf } from './selection.ts';
import type { Column, Columns } from './show.ts';

/** Shows what is read of a record. */
interface ShowRecord<On, Parts> extends Present<Parts> {
  readonly type?: On;
  readonly reads: Reads;
  readonly columns: Columns;
}

/** Shows a record that operations ask for by its fragment. */
interface Presenter<Name, On, Parts> extends ShowRecord<On, Parts> {
  readonly fragment: TadaDocumentNode<
    Parts,
    Record<string, never>,
    { fragment: Name; on: On; masked: false }
  >;
  /** Parses a document that spreads the fragment. */
  readonly graphql: ReturnType<typeof spreading<this['fragment']>>;
}

/** A record that has a name: that of its fragment. */
export interface PresentedRecord {
  readonly name: string;
  readonly on: string;
  readonly reads: Reads;
  /** Everything that the fragment selects. */
  readonly whole: Selection;
  readonly columns: Columns;
}

const presented: PresentedRecord[] = [];

/** Every record with a fragment, nested ones first. */
export const presentedRecords: readonly PresentedRecord[] = presented;

const columnsOf = (rows: Rows, place: keyof Row): readonly Column[] =>
  Object.entries(rows).flatMap(([key, row]) => {
    const from = row[place];
    return from ? [{ key, field: from.field ?? toCamel(key), show: from.show }] : [];
  });

const selectionOf = (columns: readonly Column[], name: FormName): Selection =>
  joined(
    columns
      .filter(({ show }) => !show.readsNothing)
      .map(({ field, show }) => new Map([[field, show.reads?.[name] ?? nothing]])),
  );

function showRecord<On, Parts>(rows: Rows): ShowRecord<On, Parts> {
  const columns = { older: columnsOf(rows, 'older'), newer: columnsOf(rows, 'newer') };
  const reads = {
    older: selectionOf(columns.older, 'older'),
    newer: selectionOf(columns.newer, 'newer'),
  };
  const readers = {
    older: recordReader(columns.older),
    newer: recordReader(columns.newer),
  };
  const show = (parts: Parts, form: Form, place?: number) => readers[form.name](parts, form, place);
  return Object.assign(show, { reads, columns });
}

/** Declares a record without a name, which is shown inside others; it may be of each of the types. */
export const part = <const On extends RecordType, const Given extends Rows>(
  _types: readonly On[],
  rows: Given & Fitting<On, Given>,
): ShowRecord<On, PartsOf<On, Given>> => showRecord(rows);

/**
 * Declares a record of a type of the schema: its keys in both formats, in the order of the rows. The fragment is
 * what the rows read; operations that spread it are sent with what their format reads.
 */
export function present<
  const Name extends string,
  const On extends RecordType,
  const Given extends Rows,
>(
  title: `${Name} on ${On}`,
  rows: Given & Fitting<On, Given>,
): Presenter<Name, On, PartsOf<On, Given>> {
  const [name = '', on = ''] = title.split(' on ');
  const show = showRecord<On, PartsOf<On, Given>>(rows);
  const { reads, columns } = show;
  const unseen = selectionOf(columnsOf(rows, 'unseen'), 'newer');
  const whole = joined([reads.older, reads.newer, unseen]);
  presented.push({ name, on, reads, whole, columns });
  // the types say what the rows read
  const fragment = parse(`fragment ${title} { ${textOf(whole)} }`) as Presenter<
    Name,
    On,
    PartsOf<On, Given>
  >['fragment'];
  return Object.assign(show, { fragment, graphql: spreading(fragment) });
}

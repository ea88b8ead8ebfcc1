import { type DocumentNode, Kind, type SelectionNode, visit } from 'graphql';
import { askForAllIds, askForIds } from './answer/list-in-parts.ts';
import { nodesOf } from './presenters/selection.ts';
import { presentedRecords } from './presenters/table.ts';
import type { Form } from './forms/form.ts';
import { keep } from './keep.ts';
import type { FormName } from './request/form-name.ts';
import { type Route, stampFields } from './route.ts';

/** The fields of a fragment that a format shows; of a record with an ETag also what the ETag is made of. */
function fieldsOf(fragment: string, name: FormName, isRecord: boolean) {
  const record = presentedRecords.find((candidate) => candidate.name === fragment);
  if (!record) throw new Error(`No presenter has the fragment ${fragment}.`);
  const stamps = [...record.whole].filter(([field]) => isRecord && stampFields.includes(field));
  return nodesOf(new Map([...stamps, ...record.reads[name]]));
}

/** An operation in which the fragments of presenters are what one format reads of them. */
const narrow = ({ operation, isRecord }: Route, name: FormName): DocumentNode =>
  visit(
    {
      ...operation,
      definitions: operation.definitions.filter(({ kind }) => kind !== Kind.FRAGMENT_DEFINITION),
    },
    {
      SelectionSet: (set) => ({
        ...set,
        selections: set.selections.flatMap((node): readonly SelectionNode[] =>
          node.kind === Kind.FRAGMENT_SPREAD ? fieldsOf(node.name.value, name, isRecord) : [node],
        ),
      }),
    },
  );

/**
 * The operations of routes without the fields that only the other format shows. `most` is the number of ids that a
 * list without pages may have.
 */
export function narrowOperations(most: number) {
  const narrowed = {
    older: keep((route: Route) => narrow(route, 'older')),
    newer: keep((route: Route) => narrow(route, 'newer')),
  };
  const ids = keep(askForIds);
  const allIds = keep((records: DocumentNode) => askForAllIds(records, most));
  const of = (route: Route, form: Form): DocumentNode => narrowed[form.name](route);
  return {
    of,
    /** For a list: the operation that returns only ids, of the page or of the `whole` list, and that for the records. */
    inParts: (route: Route, form: Form, whole: boolean) => {
      const records = of(route, form);
      return { ids: whole ? allIds(records) : ids(records), records };
    },
  };
}

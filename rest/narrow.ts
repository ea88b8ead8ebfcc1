import { Kind } from 'graphql';
import type {
  DocumentNode,
  FieldNode,
  FragmentDefinitionNode,
  GraphQLSchema,
  SelectionSetNode,
} from 'graphql';
import type { Form } from './forms/form.ts';
import { askForAllIds, askForIds } from './answer/list-in-parts.ts';
import { Specimens } from './reference/specimen.ts';
import type { Call, Route } from './route.ts';
import { isObject } from './words/texts.ts';

/** What was read of a result: by key, what was read below it. */
type Read = Map<string, Read>;

/**
 * The operations of routes without the fields that only the other format shows. What a format shows is found by
 * recording what the route reads of specimens, once for each route and format.
 * Decision: Q24.
 */
export class NarrowOperations {
  private readonly specimens: Specimens;
  private readonly known = new WeakMap<Route, Map<Form, DocumentNode>>();
  private readonly ofIds = new WeakMap<DocumentNode, DocumentNode>();
  private readonly ofAllIds = new WeakMap<DocumentNode, DocumentNode>();

  constructor(schema: GraphQLSchema) {
    this.specimens = new Specimens(schema);
  }

  of(route: Route, form: Form): DocumentNode {
    const forms = this.known.get(route) ?? new Map<Form, DocumentNode>();
    this.known.set(route, forms);
    const narrowed = forms.get(form) ?? narrow(route.operation, this.readBy(route, form));
    forms.set(form, narrowed);
    return narrowed;
  }

  /**
   * For a list: the operation that returns only ids, those of the page, or with `most` the first ones of all;
   * and the one that returns the records.
   */
  inParts(
    route: Route,
    form: Form,
    most?: number,
  ): { readonly ids: DocumentNode; readonly records: DocumentNode } {
    const records = this.of(route, form);
    const known = most === undefined ? this.ofIds : this.ofAllIds;
    const ids =
      known.get(records) ?? (most === undefined ? askForIds(records) : askForAllIds(records, most));
    known.set(records, ids);
    return { ids, records };
  }

  private readBy(route: Route, form: Form): Read {
    const read: Read = new Map();
    const call: Call = { params: {}, query: {}, event: null, attributes: {}, search: {}, form };
    for (const specimen of this.specimens.of(route.operation)) {
      const { body, page } = route.show(watch(specimen, read), call);
      // long lists are read when they are written
      JSON.stringify(body);
      // headers contain the numbers of a page, too
      Object.values(page ?? {});
    }
    return read;
  }
}

/** A result that records what is read of it. */
function watch(value: unknown, read: Read): unknown {
  if (Array.isArray(value)) return value.map((item) => watch(item, read));
  if (!isObject(value)) return value;
  return new Proxy(value, {
    get(record, key) {
      if (typeof key !== 'string' || !(key in record)) return undefined;
      const beneath = read.get(key) ?? (new Map() as Read);
      read.set(key, beneath);
      return watch(record[key], beneath);
    },
  });
}

/** The operation with the fields that were read, with fragments expanded. Its root fields all stay. */
function narrow(document: DocumentNode, read: Read): DocumentNode {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const fieldsOf = (set: SelectionSetNode): readonly FieldNode[] =>
    set.selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node];
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
      return fragment ? fieldsOf(fragment.selectionSet) : [];
    });
  const made = new Map<string, FieldNode>();
  const names = new Map<FieldNode, string>();
  const nameOf = (node: FieldNode): string => {
    const name = names.get(node) ?? String(names.size);
    names.set(node, name);
    return name;
  };
  // equal selections share one node, which the executor compiles once
  const beneath = (node: FieldNode, within: Read): FieldNode => {
    const narrowed = narrowNode(node, within);
    const { selections = [] } = narrowed.selectionSet ?? {};
    const name = [node, ...(selections as readonly FieldNode[])].map(nameOf).join(' ');
    const known = made.get(name) ?? narrowed;
    made.set(name, known);
    return known;
  };
  const narrowNode = (node: FieldNode, within: Read): FieldNode => {
    const { selectionSet } = node;
    if (!selectionSet) return node;
    const fields = fieldsOf(selectionSet);
    const shown = fields.flatMap((field) => {
      // why a write was refused is read by the pipeline, in both formats
      if (keyOf(field) === 'userErrors') return [field];
      const part = within.get(keyOf(field));
      return part ? [beneath(field, part)] : [];
    });
    // a record that is only checked for existence
    const selections = shown.length > 0 ? shown : fields.filter(isLeaf).slice(0, 1);
    return { ...node, selectionSet: { ...selectionSet, selections } };
  };
  return {
    ...document,
    definitions: document.definitions.flatMap((node) => {
      if (node.kind !== Kind.OPERATION_DEFINITION) return [];
      const selections = fieldsOf(node.selectionSet).map((field) =>
        beneath(field, read.get(keyOf(field)) ?? (new Map() as Read)),
      );
      return [{ ...node, selectionSet: { ...node.selectionSet, selections } }];
    }),
  };
}

const keyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

const isLeaf = ({ selectionSet }: FieldNode): boolean => selectionSet === undefined;

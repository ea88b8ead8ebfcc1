import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { ArgumentWeights, PageSizes, rowsSent } from './cost-of-arguments.ts';
import { onceARequest, product, sum, type Term } from './cost-term.ts';
import { weightOf, weights } from './cost-weights.ts';
import { fragmentsOf } from './query-limits.ts';

/** The cost of a selection, before the variables are known. */
export interface Cost {
  /** The maximum: arguments, and the records it may load from the database. */
  readonly requested: Term;
  /** The part for arguments, whatever is found. */
  readonly asked: Term;
}

const nothing: Cost = { requested: 0, asked: 0 };

/** Assumed length of a list without a page size. */
const usualRows = 10;
/**
 * The same below an edge that leads back to a record above it, as the order of a line does: then the same list is read
 * again for each entry above, and has up to 500 (P75).
 */
const rowsAgain = 500;

/** So many fields are looked at, those of a fragment for each way that leads to it; more are too dear for any limit. */
const mostFields = 20_000;
const tooDear: Cost = { requested: 1_000_000_000, asked: 0 };

/** The types of the records on the way to a selection, and whether an edge led back to one of them. */
interface Way {
  readonly types: readonly string[];
  readonly isAgain: boolean;
}

const from = ({ types, isAgain }: Way, type: GraphQLNamedType, isList: boolean): Way =>
  isAgain || (!isList && types.includes(type.name))
    ? { types: [], isAgain: true }
    : { types: [...new Set([...types, type.name])].sort(), isAgain };

/** The terms of a valid operation's cost; each fragment is analysed once for each way to it. */
export function costTerms(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Cost {
  const fragments = fragmentsOf(document);
  const known = new Map<string, Map<Term | undefined, Cost>>();
  let looked = 0;
  const pages = new PageSizes();
  const given = new ArgumentWeights();
  const root = schema.getRootType(operation.operation) ?? undefined;

  function costOf(
    selection: SelectionSetNode | undefined,
    parent: GraphQLNamedType | undefined,
    page: Term | undefined,
    way: Way,
  ): Cost {
    const costs = (selection?.selections ?? []).map((node) => {
      if (node.kind === Kind.FIELD) return fieldCost(node, parent, page, way);
      if (node.kind === Kind.FRAGMENT_SPREAD) return fragmentCost(node.name.value, page, way);
      const on = node.typeCondition ? schema.getType(node.typeCondition.name.value) : parent;
      return costOf(node.selectionSet, on, page, way);
    });
    return {
      requested: sum(costs.map(({ requested }) => requested)),
      asked: sum(costs.map(({ asked }) => asked)),
    };
  }

  function fragmentCost(name: string, page: Term | undefined, way: Way): Cost {
    const key = [name, way.isAgain, ...way.types].join(' ');
    const ofPage = known.get(key) ?? new Map<Term | undefined, Cost>();
    known.set(key, ofPage);
    const found = ofPage.get(page);
    if (found !== undefined) return found;
    const fragment = fragments.get(name);
    const on = fragment && schema.getType(fragment.typeCondition.name.value);
    const { requested, asked } = costOf(fragment?.selectionSet, on, page, way);
    const cost = { requested: onceARequest(requested), asked: onceARequest(asked) };
    ofPage.set(page, cost);
    return cost;
  }

  function fieldCost(
    node: FieldNode,
    parent: GraphQLNamedType | undefined,
    page: Term | undefined,
    way: Way,
  ): Cost {
    looked += 1;
    if (looked > mostFields) return tooDear;
    if (!isObjectType(parent) && !isInterfaceType(parent)) return nothing;
    const field = parent.getFields()[node.name.value];
    if (!field) return nothing;
    const act = parent === schema.getMutationType() ? weights.mutation : 0;
    const asked = sum([act, given.of(field, node.arguments ?? [])]);
    const type = getNamedType(field.type);
    if (isLeafType(type))
      return { requested: sum([asked, weightOf(field, way.isAgain) ?? 0]), asked };
    const isOfRecord = parent !== root && weightOf(parent) === undefined;
    if (isOfRecord && isColumn(field, node)) return { requested: asked, asked };
    const ownPage = pages.of(field, node) ?? rowsSent(field, node);
    const isList = isListType(getNullableType(field.type));
    const unpaged = way.isAgain ? rowsAgain : usualRows;
    const rows = isList ? (ownPage ?? page ?? unpaged) : 1;
    const further = weightOf(type) === undefined ? from(way, type, isList) : way;
    const inside = costOf(node.selectionSet, type, isList ? undefined : ownPage, further);
    const record = weightOf(field) ?? weightOf(type) ?? weights.record;
    return {
      requested: sum([asked, product(rows, sum([record, inside.requested]))]),
      asked: sum([asked, inside.asked]),
    };
  }

  return costOf(operation.selectionSet, root, undefined, { types: [], isAgain: false });
}

/** Whether only the id of another record is selected, which the row itself contains. */
const isColumn = (field: GraphQLField<unknown, unknown>, { selectionSet }: FieldNode): boolean =>
  field.args.length === 0 &&
  !isListType(getNullableType(field.type)) &&
  (selectionSet?.selections ?? []).every(
    (one) => one.kind === Kind.FIELD && one.name.value === 'id',
  );

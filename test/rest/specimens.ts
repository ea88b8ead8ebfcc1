import {
  getNamedType,
  getNullableType,
  GraphQLNonNull,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
} from 'graphql';
import type {
  DocumentNode,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  SelectionNode,
  SelectionSetNode,
} from 'graphql';
import { scalarValues } from '../../rest/reference/infer.ts';

/**
 * How much a specimen contains.
 * - `full`   everything possible, with two entries in every list
 * - `sparse` every record, but no value that may be absent
 * - `bare`   nothing that may be absent, and no entry in any list
 */
type Abundance = 'full' | 'sparse' | 'bare';

const abundances: readonly Abundance[] = ['full', 'sparse', 'bare'];

/** The field of a payload that says what was wrong. Decision: V1. */
const userErrors = 'userErrors';

/** Stand for the values of any enum: REST writes them in lower case. */
const enumValues = ['SPECIMEN', 'ANOTHER'];

type Specimen = Readonly<Record<string, unknown>>;

/** Creates results that operations of the schema could return, from their types alone. */
class SpecimenMaker {
  private readonly schema: GraphQLSchema;
  private readonly document: DocumentNode;
  private readonly records: Readonly<Record<Abundance, Map<SelectionSetNode, Specimen>>> = {
    full: new Map(),
    sparse: new Map(),
    bare: new Map(),
  };

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.schema = schema;
    this.document = document;
  }

  make(abundance: Abundance): Specimen {
    const [definition] = this.document.definitions;
    if (definition?.kind !== Kind.OPERATION_DEFINITION) throw new Error('The document is empty.');
    const root = this.schema.getRootType(definition.operation);
    if (!root) throw new Error(`The schema has no ${definition.operation}.`);
    return this.record(root, definition.selectionSet, abundance);
  }

  /** Created once for each position, because specimens are never modified. */
  private record(
    type: GraphQLObjectType,
    selectionSet: SelectionSetNode,
    abundance: Abundance,
  ): Specimen {
    const records = this.records[abundance];
    const known = records.get(selectionSet);
    if (known) return known;
    const parts = selectionSet.selections.map((node) => this.selected(type, node, abundance));
    const record = Object.assign({}, ...parts) as Specimen;
    records.set(selectionSet, record);
    return record;
  }

  private selected(type: GraphQLObjectType, node: SelectionNode, abundance: Abundance): Specimen {
    if (node.kind === Kind.INLINE_FRAGMENT) return this.record(type, node.selectionSet, abundance);
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      return this.record(type, this.fragment(node.name.value), abundance);
    }
    const isOptional = (node.directives ?? []).length > 0;
    if (isOptional && abundance === 'bare') return {};
    const field = type.getFields()[node.name.value];
    if (!field) throw new Error(`The type ${type.name} lacks ${node.name.value}.`);
    const name = node.alias?.value ?? node.name.value;
    if (node.name.value === userErrors) return { [name]: [] };
    // if the operation did not fail, every root field is present, and every record of a payload
    const isPresent = this.isRoot(type) || userErrors in type.getFields();
    const fieldType = isPresent ? getNullableType(field.type) : undefined;
    const shown = fieldType ? new GraphQLNonNull(fieldType) : field.type;
    return { [name]: this.value(shown, node.selectionSet, abundance) };
  }

  private isRoot(type: GraphQLObjectType): boolean {
    return type === this.schema.getQueryType() || type === this.schema.getMutationType();
  }

  private fragment(name: string): SelectionSetNode {
    const fragment = this.document.definitions.find(
      (node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === name,
    );
    if (fragment?.kind !== Kind.FRAGMENT_DEFINITION) throw new Error(`${name} is no fragment.`);
    return fragment.selectionSet;
  }

  private value(
    type: GraphQLOutputType,
    selectionSet: SelectionSetNode | undefined,
    abundance: Abundance,
  ): unknown {
    const isNullable = !isNonNullType(type);
    const inner = isNonNullType(type) ? type.ofType : type;
    const isAbsent = abundance === 'bare' || (abundance === 'sparse' && !selectionSet);
    if (isNullable && isAbsent) return null;
    if (isListType(inner)) {
      const entries: Readonly<Record<Abundance, readonly Abundance[]>> = {
        full: ['full', 'sparse'],
        sparse: ['sparse'],
        bare: [],
      };
      return entries[abundance].map((entry) => this.value(inner.ofType, selectionSet, entry));
    }
    const named = getNamedType(inner);
    if (isObjectType(named) && selectionSet) return this.record(named, selectionSet, abundance);
    const pair = isEnumType(named) ? enumValues : scalarValues(named);
    return pair[abundance === 'full' ? 0 : 1];
  }
}

/** Specimens by document, which many routes share. */
export class Specimens {
  private readonly schema: GraphQLSchema;
  private readonly made = new Map<DocumentNode, readonly Specimen[]>();

  constructor(schema: GraphQLSchema) {
    this.schema = schema;
  }

  /**
   * Results that an operation could return: three that together show what is always present, what may be null
   * and what may be absent.
   */
  of(document: DocumentNode): readonly Specimen[] {
    const maker = new SpecimenMaker(this.schema, document);
    const made = this.made.get(document) ?? abundances.map((abundance) => maker.make(abundance));
    this.made.set(document, made);
    return made;
  }
}

import { Readable } from 'node:stream';
import { type DocumentNode, type FieldNode, Kind, parse, visit } from 'graphql';
import type { Failure, OperationOutcome } from '../failures.ts';
import { operationOf } from '../graphql.ts';
import type { RestContext } from '../parts.ts';
import { bodyOf, oneATurn, textsOf } from './long-list.ts';
import { isObject } from '../words/texts.ts';

interface ListParts {
  readonly ids: readonly unknown[];
  /** The body of the list as text, without records. */
  readonly around: string;
  /** How many records are read at once; if so many are too large, a tenth, and finally one at a time. */
  readonly partSize: number;
  /** Reads the records with these ids, in any order; those deleted meanwhile are missing. */
  readonly read: (ids: readonly unknown[]) => Promise<OperationOutcome>;
  /** Runs when the first part was read, with its number of records; rejects with PartFailed if it must not go on. */
  readonly goOn?: (records: number) => Promise<void>;
  /** The body for a result of the list's operation: an array, or an object that contains one. */
  readonly show: (data: unknown) => unknown;
}

/** Of more characters a list is presented in parts: what its records share was counted once when it was read. */
export const mostAtOnce = 16 * 1_048_576;

/** The characters of records that were read last: what is shown of them more often was read once. */
export const readAtOnce = ({ state: { readCharacters = 0 } }: RestContext): number =>
  Math.min(readCharacters, mostAtOnce);

/** What an id takes in memory while its list is sent: a short text and its place, in bytes. */
export const bytesOfId = 40;

type Data = Readonly<Record<string, unknown>>;

/** Why a part of a list could not be read. */
export class PartFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`A part of a list could not be read: ${failure.kind}.`);
    this.failure = failure;
  }
}

const selecting = (field: string) => operationOf(parse(`{ ${field} }`)).selectionSet;

const isNodes = ({ name }: FieldNode): boolean => name.value === 'nodes';

/** The operation of a list, without fragments, that selects only the ids of its records. */
export function askForIds(operation: DocumentNode): DocumentNode {
  return visit(operation, {
    Field: (node) => (isNodes(node) ? { ...node, selectionSet: selecting('id') } : undefined),
  });
}

/** The operation of a list, without fragments, that selects only the first `most` ids of all its records. */
export function askForAllIds(operation: DocumentNode, most: number): DocumentNode {
  return visit(operation, {
    SelectionSet: (set) =>
      set.selections.some((node) => node.kind === Kind.FIELD && isNodes(node))
        ? selecting(`ids(most: ${most})`)
        : undefined,
  });
}

/** The field of a list operation's data that contains the page. */
function pageOf(data: unknown): readonly [field: string, page: Data] {
  for (const [field, page] of Object.entries(data as Data)) {
    if (isObject(page) && (Array.isArray(page.nodes) || Array.isArray(page.ids))) {
      return [field, page];
    }
  }
  throw new Error('The operation of a list returned no page.');
}

const nodesIn = (data: unknown): readonly Data[] => pageOf(data)[1].nodes as readonly Data[];

export const idsIn = (data: unknown): readonly unknown[] =>
  (pageOf(data)[1].ids as readonly unknown[] | undefined) ?? nodesIn(data).map(({ id }) => id);

/** The result of a list operation, with these records instead. */
export function withNodes(data: unknown, nodes: readonly Data[]): unknown {
  const [field, page] = pageOf(data);
  return { ...(data as Data), [field]: { ...page, nodes } };
}

/** The records in the body of a list as texts, separated by commas. */
function recordTexts(body: unknown): Iterable<string> {
  const records: unknown = isObject(body) ? Object.values(body).find(Array.isArray) : body;
  return textsOf(bodyOf(records, 1));
}

async function* readParts(
  { read, show }: Pick<ListParts, 'read' | 'show'>,
  ids: readonly unknown[],
  size: number,
): AsyncGenerator<{ readonly texts: Iterable<string>; readonly records: number }> {
  for (let place = 0; place < ids.length; place += size) {
    const part = ids.slice(place, place + size);
    const outcome = await read(part);
    if (!outcome.failure) {
      const found = new Map(nodesIn(outcome.data).map((node) => [node.id, node]));
      const nodes = part.map((id) => found.get(id)).filter((node) => node !== undefined);
      if (nodes.length === 0) continue;
      const texts = recordTexts(show(withNodes(outcome.data, nodes)));
      yield { texts, records: nodes.length };
    } else if (outcome.failure.kind === 'answerTooLarge' && size > 1) {
      yield* readParts({ read, show }, ids.slice(place), Math.ceil(size / 10));
      return;
    } else {
      throw new PartFailed(outcome.failure);
    }
  }
}

/**
 * The body of a list that is too long or too large to be read at once: each part is read when the client has
 * received the one before it. The first is read before anything is sent, so that an error can be reported; a
 * later error closes the connection within the body. Rejects with PartFailed.
 */
export async function streamList(list: ListParts): Promise<Readable> {
  const { ids, around, partSize, goOn } = list;
  const middle = around.indexOf('[]') + 1;
  const parts = readParts(list, ids, partSize);
  const first = await parts.next();
  if (first.done !== true) await goOn?.(first.value.records);
  // taken out, so that it does not stay in memory behind the others
  const begun = first.done === true ? [] : [first.value.texts];

  async function* body(): AsyncGenerator<string> {
    yield around.slice(0, middle);
    yield* oneATurn(begun.pop() ?? []);
    for await (const { texts } of parts) {
      yield ',';
      yield* oneATurn(texts);
    }
    yield around.slice(middle);
  }
  return Readable.from(body(), { highWaterMark: 1 });
}

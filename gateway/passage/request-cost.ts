import type { DocumentNode } from 'graphql';

/** The estimated cost of one operation of a request, and the actual one. */
interface Spent {
  readonly requested: number;
  readonly actual: number;
}

/** So much of a body costs nothing. */
const freeSize = 100;

/**
 * The cost of a request: the size of its body and the sum of its operations. A unit of work may run several times, but
 * each of its operations is counted once; a list that is read in parts counts each part.
 */
export class RequestCost {
  private readonly ofBody: number;
  private readonly spent = new Map<DocumentNode | typeof ahead, Spent>();
  /** The actual cost of the operation that ended last. */
  latest = 0;
  /** Whether operations run after the head of the response was sent. */
  goesOn = false;

  /** `bodySize` counts the hundreds of bytes and the values of the body, as far as it was read. */
  constructor(bodySize = 0) {
    this.ofBody = Math.max(0, bodySize - freeSize);
  }

  /** An operation that is about to run, or the estimate for those to come. */
  ask(of: DocumentNode | typeof ahead, requested: number, mayRunAgain = false): void {
    const actual = mayRunAgain ? 0 : (this.spent.get(of)?.actual ?? 0);
    this.spent.set(of, { requested, actual });
  }

  /** The actual cost of the last operation. */
  note(document: DocumentNode, actual: number): void {
    const spent = this.spent.get(document) ?? { requested: 0, actual: 0 };
    this.latest = actual;
    this.spent.set(document, { ...spent, actual: spent.actual + actual });
  }

  get total(): Spent {
    let [requested, actual] = [this.ofBody, this.ofBody];
    for (const spent of this.spent.values()) {
      requested += spent.requested;
      actual += spent.actual;
    }
    return { requested, actual };
  }
}

/** Placeholder for the parts of a response that are still to be read. */
export const ahead = Symbol('ahead');

/** Characters of names and texts of an answer at most: what is shown many times was counted once when it was read. */
const mostCharacters = 16 * 1_048_576;

/**
 * Counts the records in the result of an operation, that is its objects, including lists and pages; and the characters
 * of its names and texts, of which more than so many are too long to be sent.
 */
export function measureAnswer(data: unknown): {
  records: number;
  characters: number;
  isTooLong: boolean;
} {
  let records = 0;
  let characters = 0;
  const open: object[] = [];
  const note = (value: unknown): void => {
    if (typeof value === 'string') characters += value.length;
    else if (typeof value === 'object' && value !== null) open.push(value);
  };
  note(data);
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (const entry of value) note(entry);
      continue;
    }
    records += 1;
    for (const name in value) {
      characters += name.length;
      note((value as Readonly<Record<string, unknown>>)[name]);
    }
  }
  // the data object itself is no record
  return {
    records: Math.max(0, records - 1),
    characters,
    isTooLong: characters > mostCharacters,
  };
}

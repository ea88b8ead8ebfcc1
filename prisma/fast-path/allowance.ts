const mebibyte = 1_048_576;

/** Bytes of records that a request may read for its answer. Decision: P74. */
export const mostBytes = 16 * mebibyte;

/** Of these, bytes of one page: a page can be made smaller, a single record cannot. Decision: P74. */
export const mostBytesOfPage = 8 * mebibyte;

/** The answer would have more bytes than may be read for it; nothing of it was read. Decision: P74. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** A reading, and how many bytes it read. */
type Measured<Result> = Promise<{ readonly result: Result; readonly bytes: number }>;

/** How much may be read. `read` is told how many bytes, `most` at most, and fails beyond. */
export interface Allowance {
  readonly spend: <Result>(
    most: number,
    read: (bytes: number) => Measured<Result>,
  ) => Promise<Result>;
}

/** For requests that read one answer: each reading has the whole of it. */
export const forEachReading: Allowance = {
  spend: async (most, read) => (await read(most)).result,
};

/** What several readings have together; they wait for each other, because each needs what is left. */
export function forAllReadings(bytes: number): Allowance {
  let left = bytes;
  let last: Promise<unknown> = Promise.resolve();
  return {
    spend: (most, read) => {
      const spent = last.then(async () => {
        const { result, bytes } = await read(Math.min(left, most));
        left = Math.max(0, left - bytes);
        return result;
      });
      last = spent.catch(() => undefined);
      return spent;
    },
  };
}

const answers = new WeakSet();
const own = new WeakSet();

/** Records of a list by their ids, as a `where` for `findMany`, which no answer may have too many bytes of. */
export function listedBy(ids: readonly bigint[]): { id: { in: bigint[] } } {
  const where = { id: { in: [...ids] } };
  answers.add(where);
  return where;
}

/** Whether `listedBy` made a `where`. */
export const isListed = (where: unknown): boolean =>
  typeof where === 'object' && where !== null && answers.has(where);

/**
 * Marks a `select` or `include` as what the store reads to decide, not to answer: an order with all of its
 * pieces is more than anybody is told of it.
 */
export function ownReading<Selection extends object>(selection: Selection): Selection {
  own.add(selection);
  return selection;
}

/** Whether `ownReading` marked what is selected. */
export const isOwnReading = (selection: unknown): boolean =>
  typeof selection === 'object' && selection !== null && own.has(selection);

const refusalWord = 'answer too large';

/** SQL of a number that cannot be read: it ends the statement, and PostgreSQL quotes it in its error. */
export const refusedBytes = `('${refusalWord}' || left('', pg_backend_pid()))::bigint`;

/** Whether the database stopped a statement because the answer was too large. */
export const tellsOfTooLarge = (error: unknown): boolean =>
  error instanceof Error && error.message.includes(`"${refusalWord}"`);

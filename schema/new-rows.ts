const firstTemporaryId = 2n ** 62n;
let latestTemporaryId = firstTemporaryId;

/** The id of a new row until the write is saved; younger rows have higher ones. */
export const temporaryId = (): bigint => (latestTemporaryId += 1n);

export const isTemporary = (id: bigint): boolean => id > firstTemporaryId;

/** Under which a new row holds itself, as it was made; a changed copy holds the row it was copied from. */
const madeKey = Symbol('made');

/** Marks a new row, to tell whether the same write changed it afterwards. */
export function asMade<Row extends object>(row: Row): Row {
  return Object.assign(row, { [madeKey]: row });
}

/** The version of a new row: a change by the write that made it counts. Decision: B51. */
export const firstVersion = (row: object): number =>
  (row as { readonly [madeKey]?: object })[madeKey] === row ? 0 : 1;

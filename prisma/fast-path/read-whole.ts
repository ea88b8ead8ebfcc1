import type { Answer } from './connection.ts';
import type { Reading } from './read.ts';
import type { Made } from './shape.ts';
import type { Sql } from './statement.ts';

type Rows = Answer['rows'];

/** Sends a statement of a reading; tells which reading it was of, because a later one may spare memory. */
export type SendOf = (
  sqlOf: (reading: Reading) => Sql,
) => Promise<{ readonly reading: Reading; readonly rows: Rows }>;

/** Makes the records that rows bring; returns the ids of those that were left out. */
function take(rows: Rows, { read }: Reading, made: Made[]): readonly unknown[] {
  const first = rows.findIndex(([cells]) => cells === null);
  const taken = first === -1 ? rows.length : first;
  for (const [cells] of rows.slice(0, taken)) made.push(read(cells as never));
  return rows.slice(taken).map((row) => row.at(-1));
}

function othersOf({ others }: Reading, ids: readonly unknown[]): Sql {
  if (!others) throw new TypeError('What leaves rows out tells how they are read.');
  return others(ids);
}

/**
 * The records of a reading: by one statement, or by further ones for those that it left out. If one of these is gone
 * meanwhile, all are read anew: what was told of the page counts it.
 */
export async function readWhole({ tell }: Reading, send: SendOf): Promise<Made[]> {
  for (;;) {
    const { reading, rows } = await send((asked) => asked);
    const made: Made[] = [];
    let left = take(rows, reading, made);
    let isGone = false;
    while (left.length > 0 && !isGone) {
      const ids = left;
      const more = await send((asked) => othersOf(asked, ids));
      isGone = more.rows.length < ids.length;
      left = take(more.rows, more.reading, made);
    }
    if (isGone) continue;
    tell?.(rows);
    return made;
  }
}

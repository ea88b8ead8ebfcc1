import { setImmediate as turn } from 'node:timers/promises';

/** A longer list is written in parts: its entries may have long texts. */
const mostAtOnce = 200;

/** Entries of one part at most, and about how many characters: others wait for no longer one. */
const mostInPart = 20;
const partCharacters = 65_536;

/** Placeholder for a long list in the surrounding text; no stored text contains U+0000. */
const marker = '\u0000';
const writtenMarker = JSON.stringify(marker);

/** A list inside a record that is too long to be presented and written at once. */
class LongList {
  readonly length: number;
  private readonly show: (from: number, to: number) => readonly unknown[];

  constructor(length: number, show: (from: number, to: number) => readonly unknown[]) {
    this.length = length;
    this.show = show;
  }

  /** The entries as JSON, separated by commas, part by part. */
  *texts(): Generator<string> {
    let from = 0;
    let size = 1;
    while (from < this.length) {
      const text = JSON.stringify(this.show(from, from + size)).slice(1, -1);
      yield from === 0 ? text : `,${text}`;
      from += size;
      const fitting = Math.floor((size * partCharacters) / text.length);
      // twice the last one, because the next entries may be longer
      size = Math.min(Math.max(1, fitting), 2 * size, mostInPart);
    }
  }

  toJSON(): string {
    met.push(this);
    return marker;
  }
}

/** The long lists of the value that is being written, in order; writing it is synchronous. */
let met: LongList[] = [];

/** The entries of a list for a record: an array, or a LongList that is presented when it is written. */
export const listOf = <Entry>(
  entries: readonly Entry[],
  show: (entry: Entry, place: number) => unknown,
): readonly unknown[] | LongList =>
  entries.length > mostAtOnce
    ? new LongList(entries.length, (from, to) =>
        entries.slice(from, to).map((entry, at) => show(entry, from + at)),
      )
    : entries.map(show);

/** A body that is written in parts, as often as needed. */
export class LongBody {
  private readonly around: readonly string[];
  private readonly lists: readonly LongList[];

  constructor(around: string, lists: readonly LongList[]) {
    this.around = around.split(writtenMarker);
    this.lists = lists;
  }

  *texts(): Generator<string> {
    for (const [place, text] of this.around.entries()) {
      yield text;
      const list = this.lists[place];
      if (!list) continue;
      yield '[';
      yield* list.texts();
      yield ']';
    }
  }
}

/**
 * A value as JSON: one text, or a LongBody if it contains a LongList. `cut` characters are left out at either
 * end, such as the brackets of a list.
 */
export function bodyOf(value: unknown, cut = 0): string | LongBody {
  met = [];
  const text = JSON.stringify(value);
  const lists = met;
  const around = cut === 0 ? text : text.slice(cut, -cut);
  return lists.length === 0 ? around : new LongBody(around, lists);
}

export const textsOf = (body: string | LongBody): Iterable<string> =>
  typeof body === 'string' ? [body] : body.texts();

/** Texts one after the other; other work runs between them. */
export async function* oneATurn(texts: Iterable<string>): AsyncGenerator<string> {
  for (const text of texts) {
    yield text;
    await turn();
  }
}

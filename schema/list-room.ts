import { isPermitted } from './abilities.ts';
import { type AttributeReader, invalid } from './attribute-reader.ts';
import type { Viewer } from './context.ts';
import { type GrowingList, mostEntries, mostInOneWrite } from './domain/list-bounds.ts';
import { words } from './domain/messages.ts';
import { mostPieces } from './domain/order-machine.ts';

const isFull = (list: GrowingList, present: number, added: number): boolean =>
  added > 0 && present + added > mostEntries[list];

export const hasRoom = (list: GrowingList, present: number): boolean => !isFull(list, present, 1);

/** Throws Invalid if a list of a record has no room for one more entry. */
export function requireRoom(list: GrowingList, present: number): void {
  if (!hasRoom(list, present)) throw invalid(list, words.tooManyEntries(mostEntries[list]));
}

/** Whether a list of a record has no room for what is added, with a message under `key`. */
export function noteRoom(
  reader: AttributeReader,
  list: GrowingList,
  present: number,
  key: string = list,
  added = 1,
): boolean {
  const isTooMuch = isFull(list, present, added);
  if (isTooMuch) reader.note(key, words.tooManyEntries(mostEntries[list]));
  return isTooMuch;
}

/** Whether a write sends more entries of a list than it may, with a message under `key`. */
export function notesTooMany(
  reader: AttributeReader,
  key: string,
  entries: readonly unknown[],
  most: number = mostInOneWrite,
): boolean {
  if (entries.length <= most) return false;
  reader.note(key, words.tooManyEntries(most));
  return true;
}

/** How many units the caller may order, in an order and in a line item: customers fewer than staff. Decision: N61. */
export const piecesFor = (viewer: Viewer): { readonly order: number; readonly line: number } =>
  mostPieces[isPermitted(viewer, 'orders.override') ? 'shop' : 'customer'];

import { type Reading, refuse, words } from '../domain/messages.ts';
import type { OptionSet } from '../domain/option-sets.ts';
import { isBlank, parseRequiredText } from '../domain/text.ts';
import { notesTooMany } from '../list-room.ts';
import { soughtId } from '../refs.ts';
import type { Write } from '../write.ts';
import {
  ensureOptionValues,
  findOptionValues,
  type NamedOption,
  type OptionKey,
} from './option-actions.ts';
import type { VariantEntry } from './variant-input.ts';

interface Optioned {
  readonly optionValues: readonly OptionKey[];
}

/**
 * The option values of each entry after the write, by option type; null if they are not sent. `optionValueIds`
 * replaces all, then `options` sets one value per type. A master has none.
 */
export async function planOptions(
  write: Write,
  entries: readonly VariantEntry<Optioned>[],
): Promise<(OptionSet | null)[]> {
  const idsOf = entries.map(readIds);
  const namesOf = entries.map(readNames);
  const allIds = idsOf.flatMap((ids) => ids ?? []);
  const allNames = namesOf.flatMap((names) => names ?? []);
  const known = await findOptionValues(write, allIds);
  const named = await ensureOptionValues(write, allNames);
  return entries.map(({ present, reader }, index) => {
    const ids = idsOf[index];
    const names = namesOf[index];
    if (!ids && !names) return null;
    const byIds = ids && collect(ids.map((id) => known.get(id)));
    if (ids && !byIds) reader.note('optionValueIds', words.invalid);
    const byNames = names && collect(names.map(named));
    if (names && !byNames) reader.note('options', words.invalid);
    const former = byIds ?? collect(present?.optionValues ?? []);
    return new Map([...(former ?? []), ...(byNames ?? [])]);
  });
}

/** One value per type; undefined if one is unknown or two have the same type. */
function collect(keys: readonly (OptionKey | undefined)[]): Map<bigint, bigint> | undefined {
  const values = new Map<bigint, bigint>();
  for (const key of keys) {
    if (!key) return undefined;
    const other = values.get(key.optionTypeId);
    if (other !== undefined && other !== key.optionValueId) return undefined;
    values.set(key.optionTypeId, key.optionValueId);
  }
  return values;
}

function readIds({
  input: { optionValueIds },
  isMaster,
  reader,
}: VariantEntry<unknown>): bigint[] | null {
  if (isMaster || optionValueIds == null) return null;
  if (notesTooMany(reader, 'optionValueIds', optionValueIds)) return null;
  return optionValueIds.map(soughtId);
}

function readNames({
  input: { options },
  isMaster,
  reader,
}: VariantEntry<unknown>): NamedOption[] | null {
  if (isMaster || options == null) return null;
  if (notesTooMany(reader, 'options', options)) return null;
  return options.flatMap((option) => {
    const name = reader.read('options', parseOptionName(option.name));
    const value = reader.read('options', parseOptionName(option.value));
    return name === undefined || value === undefined ? [] : [{ name, value }];
  });
}

/** The name of an option type or value; a blank one is invalid, as an entry of a list. */
export const parseOptionName = (value: unknown): Reading<string> =>
  isBlank(value) ? refuse(words.invalid) : parseRequiredText(value);

import type { Root } from './parameters.ts';
import { bareSpelling, type Spelling, spellings } from './spellings.ts';
import type { Attribute, Whitelist } from './whitelist.ts';

/** The meaning of a search key: the attributes that share one predicate, and whether one of them must match or all. */
export interface Asked {
  readonly attributes: readonly Attribute[];
  readonly join: 'or' | 'and';
  readonly spelling: Spelling;
}

/** The attributes of these paths, or undefined if one of them is unknown. */
export function findAttributes(
  whitelist: Whitelist,
  paths: readonly string[],
): readonly Attribute[] | undefined {
  const attributes = paths.map(whitelist);
  return attributes.every((attribute) => attribute !== undefined) ? attributes : undefined;
}

function readMembers(base: string, whitelist: Whitelist): Omit<Asked, 'spelling'> | undefined {
  const attribute = whitelist(base);
  if (attribute) return { attributes: [attribute], join: 'and' };
  const [, word] = /_(or|and)_/.exec(base) ?? [];
  if (word === undefined) return undefined;
  const attributes = findAttributes(whitelist, base.split(/_(?:or|and)_/));
  return attributes && { attributes, join: word === 'or' ? 'or' : 'and' };
}

/** Whether an attribute's type has the predicate; if not, the key is unknown. */
export const suits = ({ kind, predicates }: Attribute, spelling: Spelling): boolean =>
  spelling.kinds?.includes(kind) !== false && predicates.has(spelling.predicate);

/**
 * Parses a search key: a whole attribute, or one or several attributes followed by the longest matching
 * predicate. Undefined if it is unknown.
 */
export function readKey(key: string, root: Root, whitelist: Whitelist): Asked | undefined {
  const whole = whitelist(key);
  if (whole) return { attributes: [whole], join: 'and', spelling: bareSpelling };
  for (const spelling of spellings[root]) {
    if (!key.endsWith(`_${spelling.suffix}`)) continue;
    const members = readMembers(key.slice(0, -spelling.suffix.length - 1), whitelist);
    if (!members) continue;
    const isSuited = members.attributes.every((attribute) => suits(attribute, spelling));
    return isSuited ? { ...members, spelling } : undefined;
  }
  return undefined;
}

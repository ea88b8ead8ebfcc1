/** Some HTTP libraries send a bare `*` for any type. */
const readRange = (text: string): string => (text === '*' ? '*/*' : text.toLowerCase());

function readQuality(parameters: string): number {
  const [, text = '1'] = /;\s*q\s*=\s*([\d.]+)/i.exec(parameters) ?? [];
  const quality = Number(text);
  return Number.isNaN(quality) ? 1 : quality;
}

/** The ranges that include a media type, the most specific first. */
const rangesOf = (type: string): readonly string[] => [type, type.replace(/\/.*/, '/*'), '*/*'];

/**
 * The media type that an `Accept` header prefers, by the most specific range that includes it; of equal ones the more
 * specific, then the one named first, then the first of `types`. Parameters other than `q` are ignored. A header that
 * is absent, empty or malformed accepts everything. Decision: F4.
 */
export function preferredType<Type extends string>(
  header: string | undefined,
  types: readonly [Type, ...Type[]],
): Type | undefined {
  const accepted = new Map<string, { readonly quality: number; readonly place: number }>();
  for (const [place, entry] of (header ?? '').split(',').entries()) {
    const [, range, parameters = ''] = /^\s*(\*|[^\s;/]+\/[^\s;/]+)\s*(;.*)?$/.exec(entry) ?? [];
    if (range !== undefined)
      accepted.set(readRange(range), { quality: readQuality(parameters), place });
  }
  if (accepted.size === 0) return types[0];
  const fits = types.flatMap((type) => {
    const breadth = rangesOf(type).findIndex((range) => accepted.has(range));
    const found = accepted.get(rangesOf(type)[breadth] ?? '');
    return found && found.quality > 0 ? [{ type, breadth, ...found }] : [];
  });
  fits.sort((a, b) => b.quality - a.quality || a.breadth - b.breadth || a.place - b.place);
  return fits[0]?.type;
}

/** What most clients send, which needs no look at its parts. */
const usual: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'application/json']);

export const acceptsJson = (header: string | undefined): boolean =>
  usual.has(header) || preferredType(header, ['application/json']) !== undefined;

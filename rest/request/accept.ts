/** The media ranges that include JSON, the most specific first. */
const ranges = ['application/json', 'application/*', '*/*'];

/** Some HTTP libraries send a bare `*` for any type. */
const readRange = (text: string): string => (text === '*' ? '*/*' : text.toLowerCase());

function readQuality(parameters: string): number {
  const [, text = '1'] = /;\s*q\s*=\s*([\d.]+)/i.exec(parameters) ?? [];
  const quality = Number(text);
  return Number.isNaN(quality) ? 1 : quality;
}

/**
 * Whether an `Accept` header accepts JSON, by the most specific range that includes it. A header that is
 * absent, empty or malformed accepts everything.
 * Decision: F4.
 */
export function acceptsJson(header: string | undefined): boolean {
  const accepted = new Map<string, number>();
  for (const entry of (header ?? '').split(',')) {
    const [, range, parameters = ''] = /^\s*(\*|[^\s;/]+\/[^\s;/]+)\s*(;.*)?$/.exec(entry) ?? [];
    if (range !== undefined) accepted.set(readRange(range), readQuality(parameters));
  }
  if (accepted.size === 0) return true;
  const range = ranges.find((candidate) => accepted.has(candidate));
  return range !== undefined && (accepted.get(range) ?? 0) > 0;
}

const named = new Set(['state', 'paymentState', 'shipmentState', 'kind', 'checkoutSteps']);

const wordsIn = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toLowerCase();
  return Array.isArray(value) ? value.map(wordsIn) : inStoredWords(value);
};

/**
 * A record of the graph with its states and kinds as they are stored, so that tests compare them with the
 * tables of the domain: `READY_TO_SHIP` becomes `ready_to_ship`.
 */
export function inStoredWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inStoredWords);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      named.has(name) ? wordsIn(inner) : inStoredWords(inner),
    ]),
  );
}

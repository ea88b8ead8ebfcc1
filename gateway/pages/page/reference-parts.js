/** @typedef {Readonly<Record<string, unknown>>} Part */

/**
 * Creates the function that returns a part of the document with what its references point to in their place, below what
 * stands beside them; one that leads back to itself stays a reference.
 * @param {Part} document
 */
function resolverOf(document) {
  /** @type {Map<string, object>} */
  const known = new Map();
  /** @param {readonly (string | number)[]} path */
  const at = (path) =>
    path.reduce((/** @type {any} */ part, name) => part?.[name], /** @type {unknown} */ (document));

  /**
   * @param {unknown} value
   * @param {readonly string[]} above
   * @returns {unknown}
   */
  function resolve(value, above) {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((entry) => resolve(entry, above));
    const { $ref: reference, ...beside } = /** @type {Part} */ (value);
    const own = Object.fromEntries(
      Object.entries(beside).map(([name, entry]) => [name, resolve(entry, above)]),
    );
    if (typeof reference !== 'string') return own;
    if (above.includes(reference)) return value;
    if (!known.has(reference)) {
      const names = reference.replace('#/', '').split('/');
      const path = names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
      const found = /** @type {object} */ (resolve(at(path), [...above, reference]));
      // Swagger UI names it by this
      known.set(reference, { ...found, $$ref: reference });
    }
    return { ...known.get(reference), ...own };
  }
  return (/** @type {readonly (string | number)[]} */ path) => resolve(at(path), []);
}

/** @type {{ document: Part, resolve: ReturnType<typeof resolverOf> } | undefined} */
let latest;

/**
 * A plugin that finds what an operation refers to. All references of the store's documents point into themselves;
 * Swagger UI, which expects others, takes the whole document apart for each operation that is opened, which takes seconds.
 */
export const partsOfDocument = {
  fn: {
    /**
     * @param {Part} document
     * @param {readonly (string | number)[]} path
     */
    resolveSubtree: (document, path) => {
      if (latest?.document !== document) latest = { document, resolve: resolverOf(document) };
      return Promise.resolve({ errors: [], spec: latest.resolve(path) });
    },
  },
};

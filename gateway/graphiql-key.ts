/** The bar above GraphiQL that the key is typed into. It has no name, so that no form could send it. */
const bar = `<style>
  #key-bar { position: fixed; inset: 0 0 auto 0; height: 44px; box-sizing: border-box; padding: 6px 16px;
    display: flex; align-items: center; gap: 12px; font: 15px system-ui, sans-serif;
    background: #f2f4f7; color: #1b2230; }
  #key-bar input { flex: 0 1 420px; font: inherit; padding: 4px 8px; border: 1px solid #77809a;
    border-radius: 4px; background: #fff; color: inherit; }
  #root { position: fixed; inset: 44px 0 0 0; }
</style>
<div id="key-bar">
  <label for="api-key">API key</label>
  <input id="api-key" type="password" autocomplete="off" spellcheck="false" />
</div>
`;

/**
 * Sends the key that is typed with every request to the store, unless the headers editor has one, and has
 * the schema fetched again when it changes. The key is a variable of this block and nothing else.
 */
const script = `{
  const field = window.document.querySelector('#api-key');
  const send = window.fetch.bind(window);
  let key = '';
  window.fetch = (address, request = {}) => {
    const headers = new Headers(request.headers);
    const { origin, pathname } = new URL(address, window.location.href);
    const isOurs = origin === window.location.origin && pathname === '/graphql';
    if (isOurs && key !== '' && !headers.get('X-ServiceAPIKey')) headers.set('X-ServiceAPIKey', key);
    return send(address, { ...request, headers });
  };
  const take = () => {
    const typed = field.value.trim();
    if (typed === key) return;
    key = typed;
    window.document.querySelector('button[aria-label^="Re-fetch GraphQL schema"]')?.click();
  };
  field.addEventListener('change', take);
  field.addEventListener('paste', () => window.setTimeout(take));
}
        `;

const root = '<div id="root"></div>';
const start = 'YogaGraphiQL.renderYogaGraphiQL(';

/** Puts text before the last place of a mark; throws where a new version of the page has none. */
function insertBefore(page: string, mark: string, text: string): string {
  const at = page.lastIndexOf(mark);
  if (at < 0) throw new Error(`The GraphiQL page has no ${mark}.`);
  return page.slice(0, at) + text + page.slice(at);
}

/**
 * The GraphiQL page with a field for the key: once it is typed, the schema is there.
 * Decision: P41, P60, P73.
 */
export function withKeyField(page: string): string {
  return insertBefore(insertBefore(page, start, script), root, bar);
}

import { readFile } from 'node:fs/promises';
import type { Answer } from '../answer/answer.ts';
import { tagOf } from '../answer/record-tag.ts';
import type { FormName } from '../request/form-name.ts';

const documentPaths: Readonly<Record<FormName, string>> = {
  newer: '/api/openapi.json',
  older: '/api/openapi-older.json',
};
const docsPath = '/api/docs';

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Online Store API</title>
    <link rel="stylesheet" href="${docsPath}/swagger-ui.css" />
    <link rel="stylesheet" href="/pages/pages.css" />
    <link rel="stylesheet" href="/pages/sign-in.css" />
    <link rel="stylesheet" href="/pages/reference.css" />
    <link rel="icon" href="/pages/icon.svg" />
  </head>
  <body>
    <header id="page-header"></header>
    <nav id="format" aria-label="Format">
      <a href="${docsPath}">Newer format</a>
      <a href="${docsPath}?format=older">Older format</a>
    </nav>
    <div id="reference"></div>
    <script src="${docsPath}/swagger-ui-bundle.js"></script>
    <script type="module" src="${docsPath}/start.js"></script>
    <script type="module" src="/pages/reference.js"></script>
  </body>
</html>
`;

/**
 * Configuration of Swagger UI. The page sends nothing but requests to the store: no validator badge, no fonts.
 * A request without a key or order token uses the browser's session and tells when that has ended; its curl line
 * shows where the key goes. No key is stored. Each field of the Authorize dialog would request the focus, and the
 * last, the order token, would get it, with the key scrolled out of sight: so none does. The links that Swagger UI
 * puts into its buttons are left out: the address of an operation still shows once it is open.
 */
const start = `import { authorizeDialog } from '/pages/reference-dialog.js';
import { partsOfDocument } from '/pages/reference-parts.js';
import { recallSession } from '/pages/session.js';
const isOlder = new URLSearchParams(location.search).get('format') === 'older';
document.querySelectorAll('#format a')[isOlder ? 1 : 0].setAttribute('aria-current', 'page');
const credentials = ['x-serviceapikey', 'authorization', 'x-serviceordertoken'];
function sendFromPage(request) {
  const names = Object.keys(request.headers).map((name) => name.toLowerCase());
  const { searchParams } = new URL(request.url, location.href);
  if (credentials.some((name) => names.includes(name)) || searchParams.get('order_token')) return request;
  request.userFetch = async (url, { headers, ...rest }) => {
    const answer = await fetch(url, { ...rest, headers: { ...headers, 'X-Session': 'page' } });
    if (answer.status === 401) void recallSession();
    return answer;
  };
  request.curlOptions = [isOlder ? '-u "$ADMIN_API_KEY:"' : '-H "X-ServiceAPIKey: $ADMIN_API_KEY"'];
  return request;
}
SwaggerUIBundle({
  url: isOlder ? '${documentPaths.older}' : '${documentPaths.newer}',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
  persistAuthorization: false,
  requestInterceptor: sendFromPage,
  plugins: [
    authorizeDialog,
    partsOfDocument,
    {
      wrapComponents: {
        Input: (Input, { React }) => (props) =>
          React.createElement(Input, { ...props, autoFocus: false }),
        DeepLink: (_DeepLink, { React }) => ({ text }) => React.createElement('span', {}, text),
      },
    },
  ],
});
`;

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const fromPackage = (url: string) => (): Promise<Buffer> => readFile(new URL(url));

/**
 * A file that is the same for everybody, created or read once, on first use. It may be cached, and is revalidated by its
 * ETag.
 */
function file(
  type: string,
  read: () => string | Promise<Buffer>,
  own: Readonly<Record<string, string>> = {},
): () => Promise<Answer> {
  const load = async (): Promise<Answer> => {
    // bytes, because each response would copy a text
    const body = Buffer.from(await read());
    const headers = { 'Cache-Control': 'no-cache', ...own, ETag: tagOf(body) };
    return { status: 200, headers, type, body };
  };
  let answer: Answer | undefined;
  return async () => (answer ??= await load());
}

type Files = Readonly<Record<string, ReturnType<typeof file>>>;

const script = 'text/javascript; charset=utf-8';

const docsFiles: Files = {
  [docsPath]: file('text/html; charset=utf-8', () => html, {
    'Content-Security-Policy': contentSecurityPolicy,
  }),
  [`${docsPath}/start.js`]: file(script, () => start),
  [`${docsPath}/swagger-ui-bundle.js`]: file(
    script,
    fromPackage(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')),
  ),
  [`${docsPath}/swagger-ui.css`]: file(
    'text/css; charset=utf-8',
    fromPackage(import.meta.resolve('swagger-ui-dist/swagger-ui.css')),
  ),
};

/**
 * Serves the reference as one document for each format, at `/api/openapi.json` and `/api/openapi-older.json`,
 * and as a page at `/api/docs` where requests can be tried. It is the same for everybody and needs no key.
 */
export function referencePages(createDocument: (format: FormName) => object) {
  const documentOf = (format: FormName) =>
    file('application/json; charset=utf-8', () => JSON.stringify(createDocument(format)));
  const files: Files = {
    ...docsFiles,
    [documentPaths.newer]: documentOf('newer'),
    [documentPaths.older]: documentOf('older'),
  };

  /** The page for a path, ignoring trailing slashes, with its own path; undefined if there is none. */
  return function find(requestPath: string) {
    const path = requestPath.replace(/(?<!\/)\/+$/, '');
    const answer = Object.hasOwn(files, path) ? files[path] : undefined;
    return answer && { path, answer };
  };
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import getAbsolutePath from 'swagger-ui-dist/absolute-path.js';
import { answerPage } from '../answer.ts';
import type { Answer } from '../answer.ts';
import type { OpenApiDocument } from './openapi.ts';

const documentPath = '/api/openapi.json';
const docsPath = '/api/docs';

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Online Store API</title>
    <link rel="stylesheet" href="${docsPath}/swagger-ui.css" />
    <link rel="icon" type="image/png" href="${docsPath}/favicon-32x32.png" />
  </head>
  <body>
    <div id="reference"></div>
    <script src="${docsPath}/swagger-ui-bundle.js"></script>
    <script src="${docsPath}/start.js"></script>
  </body>
</html>
`;

/**
 * Nothing leaves the page but requests to the store: no validator badge, no fonts. No key is kept
 * when the page is left. Every field of the Authorize dialog would ask for the focus, and the last,
 * the order token, would get it, with the key scrolled out of sight: so none asks.
 * Decision: P60.
 */
const start = `SwaggerUIBundle({
  url: '${documentPath}',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
  persistAuthorization: false,
  plugins: [
    {
      wrapComponents: {
        Input: (Input, { React }) => (props) =>
          React.createElement(Input, { ...props, autoFocus: false }),
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

const fromPackage = (name: string) => (): Promise<Buffer> =>
  readFile(path.join(getAbsolutePath(), name));

interface PageRow {
  readonly type: string;
  readonly read: () => string | Promise<Buffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

const script = 'text/javascript; charset=utf-8';

const docsRows: Readonly<Record<string, PageRow>> = {
  [docsPath]: {
    type: 'text/html; charset=utf-8',
    read: () => html,
    headers: { 'Content-Security-Policy': contentSecurityPolicy },
  },
  [`${docsPath}/start.js`]: { type: script, read: () => start },
  [`${docsPath}/swagger-ui-bundle.js`]: {
    type: script,
    read: fromPackage('swagger-ui-bundle.js'),
  },
  [`${docsPath}/swagger-ui.css`]: {
    type: 'text/css; charset=utf-8',
    read: fromPackage('swagger-ui.css'),
  },
  [`${docsPath}/favicon-32x32.png`]: { type: 'image/png', read: fromPackage('favicon-32x32.png') },
};

/**
 * The reference as a document at `/api/openapi.json` and as a page at `/api/docs` where requests can
 * be tried. Both are the same for everybody, so no key is asked for. Whatever is served is made or
 * read once, when it is first asked for.
 */
export class ReferencePages {
  private readonly rows: Readonly<Record<string, PageRow>>;
  private readonly answers = new Map<string, Answer>();

  constructor(createDocument: () => OpenApiDocument) {
    this.rows = {
      ...docsRows,
      [documentPath]: {
        type: 'application/json; charset=utf-8',
        read: () => JSON.stringify(createDocument()),
      },
    };
  }

  /** What answers a path; undefined when no page has it. */
  find(requestPath: string): (() => Promise<Answer>) | undefined {
    const trimmed = requestPath.replace(/(?<!\/)\/+$/, '');
    const row = Object.hasOwn(this.rows, trimmed) ? this.rows[trimmed] : undefined;
    return row && (() => this.answer(trimmed, row));
  }

  private async answer(name: string, { type, read, headers = {} }: PageRow): Promise<Answer> {
    const answer = this.answers.get(name) ?? answerPage(type, await read(), headers);
    this.answers.set(name, answer);
    return answer;
  }
}

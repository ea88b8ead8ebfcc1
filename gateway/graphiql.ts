import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { withKeyField } from './graphiql-key.ts';
import type { GatewayContext } from './request-state.ts';

/** One tab holds them all, as operations of one document. Decision: P61. */
const examples = `# Type your API key above and press Enter:
# keys alone are told the schema.
# The book on the left describes every type.
# Run: the pink button, or Ctrl+Enter for the
# operation the cursor is in. Ctrl+Space completes.

query WhoAmI {
  viewer {
    id
    email
    roles {
      name
    }
  }
}

query LatestOrders {
  orders(
    filter: { state: { eq: "complete" } }
    sort: [{ field: COMPLETED_AT, direction: DESC }]
    perPage: 5
  ) {
    totalCount
    nodes {
      number
      email
      total
      shipmentState
      lineItems {
        quantity
        variant {
          sku
        }
      }
    }
  }
}

query VariantsInStock {
  variants(filter: { inStock: { eq: true } }, perPage: 5) {
    totalCount
    nodes {
      sku
      name
      displayPrice
      countOnHand
    }
  }
}

mutation NewCart {
  createOrder(input: {}) {
    number
    state
    total
  }
}
`;

interface Page {
  readonly html: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
  readonly contentSecurityPolicy: string;
}

/**
 * Makes the GraphiQL page: one document with everything in it, so that it opens without a network.
 * It is the same for everybody; the key is typed into a field of it, and is gone when the page is left.
 * Decision: A2, P60, P73.
 */
export async function makeGraphiqlPage(): Promise<Page> {
  // nine megabytes that most starts never need
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const options = {
    title: 'Online Store GraphiQL',
    endpoint: '/graphql',
    defaultQuery: examples,
    // Yoga's type lacks it; without it, every reload opens an empty tab beside the one that is kept
    query: examples,
    defaultEditorToolsVisibility: false,
    isHeadersEditorEnabled: true,
    // or the key would be written to the browser's disk
    shouldPersistHeaders: false,
  };
  const page = withKeyField(renderGraphiQL(options).trimStart());
  const digest = createHash('sha256').update(page).digest('base64url');
  // The page has one script and nothing of a request enters it, so the nonce need not be secret;
  // it names the page's own script, and stays the same while a browser keeps the page.
  const html = Buffer.from(page.replace('<script>', `<script nonce="${digest}">`));
  return {
    html,
    gzipped: await promisify(gzip)(html),
    etag: `"${digest}"`,
    contentSecurityPolicy: [
      "default-src 'none'",
      `script-src 'nonce-${digest}'`,
      'worker-src blob:',
      "style-src 'unsafe-inline'",
      "img-src 'self' data: blob:",
      'font-src data:',
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}

/** Whether a browser asks for the page rather than for a result. */
export function wantsGraphiql(ctx: GatewayContext): boolean {
  const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
  return isRead && ctx.get('Accept').includes('text/html');
}

let page: Promise<Page> | undefined;

/** Answers with the GraphiQL page, compressed when the browser can read that. */
export async function answerGraphiql(ctx: GatewayContext): Promise<void> {
  page ??= makeGraphiqlPage();
  const { html, gzipped, etag, contentSecurityPolicy } = await page;
  ctx.status = 200;
  ctx.set({
    ETag: etag,
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': contentSecurityPolicy,
    Vary: 'Accept, Accept-Encoding',
  });
  ctx.type = 'text/html; charset=utf-8';
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const compressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (compressed) ctx.set('Content-Encoding', 'gzip');
  ctx.body = compressed ? gzipped : html;
}

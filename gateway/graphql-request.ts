import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { notJson, refusals } from './refusals.ts';
import type { RefusalStatus } from './refusals.ts';
import type { GatewayContext } from './request-state.ts';

/** A body beyond this many bytes is refused. Decision: A35. */
const bodyBytes = 1_048_576;
/** Arrays and objects inside each other. Decision: A38. */
const jsonDepth = 32;

/** A request to /graphql that cannot be read. Decision: A28. */
export class Unreadable extends Error {
  readonly status: RefusalStatus;
  constructor(status: RefusalStatus, text: string = refusals[status]) {
    super(text);
    this.status = status;
  }
}

/** The members of a GraphQL request, as sent: Yoga checks their types. */
export type GraphQLRequest = Readonly<Record<string, unknown>>;

/**
 * Reads a GraphQL request: the JSON object in the body of a POST, or the query parameters of a GET.
 * Throws Unreadable.
 * Decision: A28, A35, A38.
 */
export async function readGraphQLRequest(ctx: GatewayContext): Promise<GraphQLRequest> {
  return ctx.method === 'POST' ? readBody(ctx) : readQuery(ctx.query);
}

async function readBody(ctx: GatewayContext): Promise<GraphQLRequest> {
  if (!isJson(ctx.get('Content-Type')) || !/^(identity)?$/i.test(ctx.get('Content-Encoding'))) {
    throw new Unreadable(415);
  }
  const bytes = await readBytes(ctx.req);
  if (!isUtf8(bytes)) throw new Unreadable(400, notJson);
  return parseObject(bytes.toString('utf8').replace(/^\uFEFF/, ''), notJson);
}

/** JSON only: forms and bare documents could be sent by a page of another site. */
function isJson(contentType: string): boolean {
  const [mediaType = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.find((parameter) => parameter.trim().startsWith('charset='));
  const isUtf8Text = charset === undefined || /^\s*charset="?utf-?8"?\s*$/.test(charset);
  return /^(application\/json|application\/[\w.-]+\+json)$/.test(mediaType.trim()) && isUtf8Text;
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > bodyBytes) throw new Unreadable(413);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > bodyBytes) throw new Unreadable(413);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}

function readQuery(query: GatewayContext['query']): GraphQLRequest {
  const { query: document, operationName, variables, extensions } = query;
  const object = (value: string | string[] | undefined) =>
    typeof value === 'string' && value !== '' ? parseObject(value, refusals[400]) : value;
  return {
    ...(document !== undefined && { query: document }),
    ...(operationName !== undefined && operationName !== '' && { operationName }),
    ...(variables !== undefined && { variables: object(variables) }),
    ...(extensions !== undefined && { extensions: object(extensions) }),
  };
}

function parseObject(text: string, complaint: string): GraphQLRequest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Unreadable(400, complaint);
  }
  if (!isObject(value) || isDeeperThan(value, jsonDepth)) throw new Unreadable(400, complaint);
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

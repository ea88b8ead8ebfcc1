import type { Counter } from '../counter.ts';
import type { RawReply } from '../raw-request.ts';
import { sendRaw } from '../raw-request.ts';
import { hostileCases } from './cases.ts';
import type { Ground } from './ground.ts';

/** The contract's response, in the older format, to attributes that cannot be stored: not a server error. */
const invalidInOlderForm =
  '{"error":"Invalid resource. Please fix errors and try again.","errors":["';

/** Maximum time that hostile input may take, in milliseconds. Decision: L44. */
const promisedMs = 1_000;

/**
 * What is wrong with a response to hostile input; undefined if it is as it should be. Tests, which share their
 * machine, check no time.
 */
export function complain(
  { status, contentType, text, took }: RawReply,
  { withoutBody = false, slowestMs = promisedMs } = {},
): string | undefined {
  if (status === 0) return `no answer: ${text}`;
  const isContract = status === 500 && text.startsWith(invalidInOlderForm);
  if (status >= 500 && !isContract) return `status ${String(status)}: ${text.slice(0, 200)}`;
  if (text.includes('"INTERNAL_SERVER_ERROR"')) return `a fault: ${text.slice(0, 200)}`;
  if (took > slowestMs) return `took ${String(Math.round(took))} ms`;
  if (status < 400 || withoutBody) return undefined;
  if (!/^application\/(graphql-response\+)?json/.test(contentType)) return `body of ${contentType}`;
  return /^\{"errors?":/.test(text) ? undefined : `body ${text.slice(0, 100)}`;
}

/** Creates the records that hostile input uses. */
export async function preparedGround(counter: Counter, adminKey: string): Promise<Ground> {
  const ware = await counter.stock(1_000_000);
  const { number, token } = await counter.cart([ware, 1]);
  return {
    newer: `X-ServiceAPIKey: ${adminKey}`,
    older: `Authorization: Basic ${Buffer.from(`${adminKey}:x`).toString('base64')}`,
    order: number,
    token,
    variantId: ware.id,
  };
}

/** The results of sending every handwritten case. */
export interface CaseOutcome {
  readonly title: string;
  readonly status: number;
  readonly statuses: readonly number[];
  readonly took: number;
  readonly complaint: string | undefined;
}

/** Sends every case, one after the other. */
export async function sendCases(
  url: string,
  ground: Ground,
  slowestMs = promisedMs,
): Promise<readonly CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  for (const { title, request, statuses } of hostileCases(ground)) {
    const reply = await sendRaw(url, request);
    const { status, took } = reply;
    const complaint = complain(reply, { withoutBody: request.method === 'HEAD', slowestMs });
    outcomes.push({ title, status, statuses, took, complaint });
  }
  return outcomes;
}

import type { Reply } from '../../test/support/clients.ts';
import type { Finding } from '../scenario.ts';
import { tally } from '../counter.ts';
import { inMs, percentile } from '../traffic.ts';

/** One measured request: what the client got, and after how many milliseconds. */
interface Answer {
  readonly status: number;
  readonly took: number;
  /** Why it is no success; undefined if it is one. */
  readonly fault: string | undefined;
}

/** The requests of a largest size, by what they do. */
export type Answers = Map<string, Answer[]>;

/** Sends a request of the largest size, measures it, and returns its body; `what` names the row of the report. */
export type Ask = <Body>(what: string, request: () => Promise<Reply>) => Promise<Body>;

/** What keeps an answer from being a success: its status, an error of GraphQL, or a refused row. */
function faultOf({ status, text }: Reply): string | undefined {
  const isRefused = /"errors":\[|"userErrors":\[\{/.test(text);
  return (status === 200 || status === 201) && !isRefused ? undefined : text.slice(0, 200);
}

/** Measures requests into `answers`. The body of one that fails may lack what the next request needs. */
export const askInto =
  (answers: Answers): Ask =>
  async <Body>(what: string, request: () => Promise<Reply>) => {
    const start = performance.now();
    const reply = await request();
    const took = performance.now() - start;
    const answer = { status: reply.status, took, fault: faultOf(reply) };
    answers.set(what, [...(answers.get(what) ?? []), answer]);
    if (answer.fault !== undefined) throw new NotServed(what, answer.fault);
    return reply.body as Body;
  };

/** A request of the largest size was not served; its row of the report tells. */
export class NotServed extends Error {
  constructor(what: string, fault: string) {
    super(`${what}: ${fault}`);
  }
}

/** The rows of the report. */
export const findingsOf = (answers: Answers): readonly Finding[] =>
  [...answers].map(([figure, all]) => {
    const times = all.map(({ took }) => took);
    const fault = all.find((one) => one.fault !== undefined)?.fault;
    const speed = `median ${inMs(percentile(times, 0.5))}, slowest ${inMs(Math.max(...times))}`;
    return {
      figure,
      promised: '200 or 201 each time',
      seen: `${JSON.stringify(tally(all))}, ${speed}${fault === undefined ? '' : `: ${fault}`}`,
      holds: fault === undefined,
    };
  });

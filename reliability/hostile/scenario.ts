import fc from 'fast-check';
import { openCounter } from '../counter.ts';
import type { Scenario } from '../scenario.ts';
import { graphqlRequest } from './generate-graphql.ts';
import { restRequest } from './generate-rest.ts';
import { complain, preparedGround, sendCases } from './send-cases.ts';
import { hangUp, sendGenerated } from './send-generated.ts';

const generated = 5_000;

/** Requests that would do harm if they could. Decision: L44. */
export const hostileInput: Scenario = {
  name: 'hostile-input',
  promise: 'Whatever is sent is answered below 500, in JSON and at once, and no process ends.',
  databases: ['server', 'embedded'],
  run: async ({ urls, key, tell, faults }) => {
    const [url = ''] = urls;
    const ground = await preparedGround(openCounter({ urls, adminKey: key }), key);
    const cases = await sendCases(url, ground);
    const bad = cases.filter(
      ({ complaint, status, statuses }) => complaint !== undefined || !statuses.includes(status),
    );
    const seed = Math.floor(Math.random() * 2 ** 31);
    const requests = fc.sample(fc.oneof(restRequest(ground), graphqlRequest(ground)), {
      seed,
      numRuns: generated,
    });
    const complaints: string[] = [];
    let slowest = Math.max(...cases.map(({ took }) => took));
    for (const [place, request] of requests.entries()) {
      if (place % 1_000 === 0) tell(`${String(place)} of ${String(generated)} generated requests`);
      const reply = await sendGenerated(urls[place % urls.length] ?? url, request);
      const complaint = complain(reply);
      slowest = Math.max(slowest, reply.took);
      if (complaint !== undefined)
        complaints.push(`${request.method} ${request.path}: ${complaint}`);
    }
    hangUp();
    const running = faults.processes.filter(({ child }) => child.exitCode === null).length;
    return [
      {
        figure: `of ${String(cases.length)} requests made by hand, answered otherwise than they should be`,
        promised: '0',
        seen: bad.length === 0 ? '0' : `${String(bad.length)}: ${bad[0]?.title ?? ''}`,
        holds: bad.length === 0,
      },
      {
        figure: `of ${String(generated)} generated (seed ${String(seed)}), answered with 5xx, late or not in JSON`,
        promised: '0',
        seen:
          complaints.length === 0 ? '0' : `${String(complaints.length)}: ${complaints[0] ?? ''}`,
        holds: complaints.length === 0,
      },
      {
        figure: 'slowest answer',
        promised: 'under 1,000 ms',
        seen: `${String(Math.round(slowest))} ms`,
        holds: slowest < 1_000,
      },
      {
        figure: 'processes still running',
        promised: String(urls.length),
        seen: String(running),
        holds: running === urls.length,
      },
    ];
  },
};

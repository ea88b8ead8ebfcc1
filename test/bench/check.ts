import { compareBodies, maskNewOrder } from './compare.ts';
import { median } from './figures.ts';
import { drawAtRandom, jobs } from './jobs.ts';
import type { BenchRequest, JobName, Material } from './jobs.ts';
import { requestHeaders } from './load.ts';
import type { Options } from './options.ts';
import { startServers } from './server-process.ts';
import type { ServerName } from './server-process.ts';
import { startWireCounter } from './wire-counter.ts';

type OfServers<Value> = Readonly<Record<ServerName, Value>>;

/** What is known of a job before it is measured. */
export interface Checked {
  /** Statements for one request, BEGIN and COMMIT included. */
  readonly statements: OfServers<number>;
  /** Size of a body, in bytes. */
  readonly bytes: OfServers<number>;
  readonly compared: number;
  /** Answers whose records were the same with the keys in another order. */
  readonly reordered: number;
  /** The first differences between the floor's and the service's answers. */
  readonly different: readonly string[];
}

const compared = 40;

interface Asked {
  readonly body: string;
  readonly statements: number;
}

/** Asks one server; the statements are those sent until the answer was there. */
async function ask(
  url: string,
  { method, path, body }: BenchRequest,
  status: number,
  count: () => number,
): Promise<Asked> {
  const before = count();
  const response = await fetch(`${url}${path}`, {
    method,
    headers: requestHeaders,
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  if (response.status !== status) {
    throw new Error(
      `${method} ${url}${path} was answered with ${response.status}, not ${status}: ${text.slice(0, 300)}`,
    );
  }
  return { body: text, statements: count() - before };
}

/**
 * Sends the same requests to both servers, compares their answers and counts their statements on
 * the way to the database. The servers are started for this alone: the counting costs time.
 */
export async function checkServers(
  databaseUrl: string,
  material: Material,
  options: Options,
): Promise<ReadonlyMap<JobName, Checked>> {
  const counters = {
    floor: await startWireCounter(databaseUrl),
    service: await startWireCounter(databaseUrl),
  };
  try {
    const servers = await startServers(
      { floor: counters.floor.url, service: counters.service.url },
      options,
    );
    try {
      const checked = new Map<JobName, Checked>();
      for (const name of options.jobs) {
        const asked = async (server: ServerName, request: BenchRequest): Promise<Asked> =>
          ask(servers[server].url, request, jobs[name].status, counters[server].count);
        checked.set(name, await checkJob(name, material, asked));
      }
      return checked;
    } finally {
      await Promise.all([servers.floor.stop(), servers.service.stop()]);
    }
  } finally {
    await Promise.all([counters.floor.stop(), counters.service.stop()]);
  }
}

async function checkJob(
  name: JobName,
  material: Material,
  asked: (server: ServerName, request: BenchRequest) => Promise<Asked>,
): Promise<Checked> {
  const answers: OfServers<Asked>[] = [];
  const different: string[] = [];
  let reordered = 0;
  for (let place = 0; place < compared; place += 1) {
    const request = jobs[name].request(material, drawAtRandom);
    const answer = {
      floor: await asked('floor', request),
      service: await asked('service', request),
    };
    answers.push(answer);
    const bodyOf = ({ body }: Asked): string => (name === 'create' ? maskNewOrder(body) : body);
    const likeness = compareBodies(bodyOf(answer.floor), bodyOf(answer.service));
    if (likeness.kind === 'records') reordered += 1;
    if (likeness.kind === 'different') different.push(`${request.path}: ${likeness.where}`);
  }
  const middle = (server: ServerName, read: (asked: Asked) => number): number =>
    // the middle one: a key that is looked up again now and then is not part of every request
    median(answers.map((answer) => read(answer[server])));
  const both = (read: (asked: Asked) => number): OfServers<number> => ({
    floor: middle('floor', read),
    service: middle('service', read),
  });
  return {
    statements: both(({ statements }) => statements),
    bytes: both(({ body }) => Buffer.byteLength(body)),
    compared,
    reordered,
    different,
  };
}

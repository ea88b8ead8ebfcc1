import type pg from 'pg';
import { compareBodies, maskDrawn } from './compare.ts';
import { median } from './figures.ts';
import { gistOf } from './gist.ts';
import { drawWish } from './jobs.ts';
import type { JobName, Material } from './jobs.ts';
import { rivalsOf } from './options.ts';
import type { Options } from './options.ts';
import { startServers } from './server-process.ts';
import { resets } from './reset-orders.ts';
import { requestOf, serverOf } from './ways.ts';
import type { BenchRequest, RivalName, ServerName } from './ways.ts';
import { startWireCounter } from './wire-counter.ts';

/** What is known of a rival's responses to a job before it is measured. */
export interface Known {
  /** Statements per request, including BEGIN and COMMIT. */
  readonly statements: number;
  /** Size of a body. */
  readonly bytes: number;
}

/** What is known of a job before it is measured. */
export interface Checked {
  readonly known: ReadonlyMap<RivalName, Known>;
  readonly compared: number;
  /** Responses in the newer format whose records equal the floor's except for the order of keys. */
  readonly reordered: number;
  /** The differences between the floor's responses and another's. */
  readonly different: readonly string[];
}

const compared = 40;

interface Asked {
  readonly body: string;
  readonly statements: number;
}

/** Requests one server; the statements are those sent until the response arrived. */
async function ask(
  url: string,
  { method, path, headers, body, status }: BenchRequest,
  count: () => number,
): Promise<Asked> {
  const before = count();
  const response = await fetch(`${url}${path}`, {
    method,
    headers,
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
 * Sends the same requests to all rivals, compares their responses and counts their statements. The servers are
 * started for this alone, because counting costs time.
 */
export async function checkServers(
  databaseUrl: string,
  client: pg.Client,
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
      const asked = async (server: ServerName, request: BenchRequest): Promise<Asked> =>
        ask(servers[server].url, request, counters[server].count);
      const checked = new Map<JobName, Checked>();
      for (const name of options.jobs) {
        const reset = async (): Promise<void> => {
          for (const statement of resets[name] ?? []) await client.query(statement);
        };
        checked.set(name, await checkJob(name, material, options, reset, asked));
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
  options: Options,
  reset: () => Promise<void>,
  asked: (server: ServerName, request: BenchRequest) => Promise<Asked>,
): Promise<Checked> {
  const rivals = rivalsOf(options);
  const answers = new Map<RivalName, Asked[]>(rivals.map((rival) => [rival, []]));
  const different: string[] = [];
  let reordered = 0;
  for (let place = 0; place < compared; place += 1) {
    const wish = drawWish(material, place);
    let floorBody = '';
    for (const rival of rivals) {
      const request = requestOf(rival, name, wish);
      await reset();
      const answer = await asked(serverOf(rival), request);
      answers.get(rival)?.push(answer);
      if (rival === 'floor') floorBody = answer.body;
      const likeness = compareAnswers(rival, name, floorBody, answer.body);
      if (likeness.kind === 'records') reordered += 1;
      if (likeness.kind === 'different') {
        different.push(`${rival}, ${request.path}: ${likeness.where}`);
      }
    }
  }
  const known = [...answers].map(([rival, all]): [RivalName, Known] => [
    rival,
    {
      // the median: a key that is looked up again now and then is not part of every request
      statements: median(all.map(({ statements }) => statements)),
      bytes: median(all.map(({ body }) => Buffer.byteLength(body))),
    },
  ]);
  return {
    known: new Map(known),
    compared: compared * (rivals.length - 1),
    reordered,
    different,
  };
}

/** The newer format equals the floor's byte for byte; the others have the same content in their own format. */
function compareAnswers(
  rival: RivalName,
  job: JobName,
  floorBody: string,
  body: string,
): ReturnType<typeof compareBodies> {
  if (rival !== 'newer') {
    const gist = (of: RivalName, text: string): string => JSON.stringify(gistOf(of, job, text));
    return compareBodies(gist('floor', floorBody), gist(rival, body));
  }
  return compareBodies(maskDrawn(job, floorBody), maskDrawn(job, body));
}

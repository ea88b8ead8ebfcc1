import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { schema } from '../../schema/index.ts';
import { startFake } from './support.ts';

let store: Awaited<ReturnType<typeof startFake>>;

beforeAll(async () => {
  store = await startFake({ schema });
});
afterAll(() => store.stop());

const audits = serverAudits({
  url: () => `http://127.0.0.1:${String(store.port)}/graphql`,
  fetchFn: (address: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('X-ServiceAPIKey', 'good-key');
    return fetch(address, { ...init, headers });
  },
});

/** What the specification recommends (SHOULD) and the server does not do, with the reason. */
const warnings: Readonly<Record<string, string>> = {};

describe('GraphQL over HTTP, audited by the public suite', () => {
  test.each(audits.map(({ name, id, fn }) => ({ name, id, fn })))(
    '$id: it $name',
    async ({ id, fn }) => {
      const result = await fn();
      const told = { status: result.status, reason: 'reason' in result ? result.reason : '' };
      if (id in warnings) expect(told).toEqual({ status: 'warn', reason: warnings[id] });
      else expect(told).toEqual({ status: 'ok', reason: '' });
    },
  );

  test('at most one SHOULD is not met', () => {
    expect(Object.keys(warnings).length).toBeLessThanOrEqual(1);
    expect(audits.length).toBeGreaterThan(50);
  });
});

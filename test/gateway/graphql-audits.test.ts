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

describe('GraphQL over HTTP, audited by the public suite', () => {
  test.each(audits.map(({ name, id, fn }) => ({ name, id, fn })))(
    '$id: it $name',
    async ({ fn }) => {
      const { status, ...rest } = await fn();
      expect({ status, reason: 'reason' in rest ? rest.reason : '' }).toEqual({
        status: 'ok',
        reason: '',
      });
    },
  );

  test('includes what the specification only recommends or allows', () => {
    const levels = audits.map(({ name }) => name.split(' ')[0]);
    expect(new Set(levels)).toEqual(new Set(['MUST', 'SHOULD', 'MAY']));
    expect(audits.length).toBeGreaterThan(50);
  });
});

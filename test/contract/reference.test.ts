import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FormName } from '../../rest/request/form-name.ts';
import { routes } from '../../rest/routes.ts';
import type { Reply } from '../support/clients.ts';
import { readReference } from './answers.ts';
import type { FindProblems } from './answers.ts';
import { openFullStore } from './full-store.ts';
import type { FullStore } from './full-store.ts';

const forms: readonly FormName[] = ['newer', 'older'];
const gets = routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
const reads = gets.flatMap((path) => forms.map((form) => [path, form] as const));

describe('what is read is what the reference says', () => {
  let full: FullStore;
  let findProblems: FindProblems;

  beforeAll(async () => {
    full = await openFullStore('America/New_York');
    findProblems = await readReference(full.store);
  });

  afterAll(() => full.store.close());

  const read = (path: string, form: FormName): Promise<Reply> =>
    full.store[form](full.admin).get(full.paths[path] ?? '');

  test.each(reads)('GET %s in the %s format', async (path, form) => {
    const reply = await read(path, form);
    expect([reply.status, findProblems(`GET ${path}`, form, reply)]).toEqual([200, []]);
  });

  const order = '/api/orders/:order';

  test.each(forms)('an order of the %s format is none of the other', async (form) => {
    const [other = form] = forms.filter((candidate) => candidate !== form);
    const problems = findProblems(`GET ${order}`, other, await read(order, form));
    expect(problems).not.toEqual([]);
  });

  test('an amount that is a number, a key too many and a key too few are all found', async () => {
    const reply = await read(order, 'newer');
    const { channel, ...body } = reply.body as Readonly<Record<string, unknown>>;
    const wrong = { ...body, total: 1.5, way: channel };
    expect(findProblems(`GET ${order}`, 'newer', { ...reply, body: wrong }).toSorted()).toEqual([
      ' must NOT have additional properties {"additionalProperty":"way"}',
      ' must have required property \'channel\' {"missingProperty":"channel"}',
      '/total must be string {"type":"string"}',
    ]);
  });
});

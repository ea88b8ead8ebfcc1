import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DocumentNode } from 'graphql';
import { Kind, parse } from 'graphql';
import type { FormName } from '../../rest/request/form-name.ts';
import { routes } from '../../rest/routes.ts';
import { schema } from '../../schema/index.ts';
import { readState } from '../contract/database-state.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import { acts } from './acts.ts';
import type { Act } from './acts.ts';
import { askGraphql, askRest, expectedVerdict } from './ask.ts';
import { setSetting } from './setting.ts';
import type { Caller, Setting } from './setting.ts';

let store: Store;
let setting: Setting;

beforeAll(async () => {
  store = await openStore();
  setting = await setSetting(store);
});

afterAll(() => store.close());

type Verdicts = Readonly<Record<string, string>>;

/** The routes of an action: variations of a caller use the first one only. */
const routesFor = ({ routes: all }: Act, { variation }: Caller): readonly string[] =>
  variation ? all.slice(0, 1) : all;

/** The formats: variations of a caller use the newer one. */
const formsFor = ({ variation }: Caller): readonly FormName[] =>
  variation ? ['newer'] : ['older', 'newer'];

/** The verdict on each of these callers, by way of the request and caller. */
async function askAll(act: Act, callers: readonly Caller[]): Promise<Verdicts> {
  const verdicts: Record<string, string> = {};
  for (const caller of callers) {
    verdicts[`GraphQL: ${caller.title}`] = await askGraphql(store, setting, act, caller);
    for (const route of routesFor(act, caller)) {
      for (const form of formsFor(caller)) {
        const verdict = await askRest(store, setting, act, route, form, caller);
        verdicts[`${route}, ${form}: ${caller.title}`] = verdict;
      }
    }
  }
  return verdicts;
}

function expectedOf(act: Act, callers: readonly Caller[]): Verdicts {
  const expected = callers.flatMap((caller) => {
    const ways = routesFor(act, caller).flatMap((route) =>
      formsFor(caller).map((form): string => `${route}, ${form}`),
    );
    return ['GraphQL', ...ways].map((way) => [
      `${way}: ${caller.title}`,
      expectedVerdict(act, caller),
    ]);
  });
  return Object.fromEntries(expected) as Verdicts;
}

const isWrite = ({ ask }: Act): boolean => ask.startsWith('mutation');

const callersOf = ({ cells }: Act): readonly Caller[] =>
  setting.callers.filter(({ variation }) => !variation || cells.token === 'ok');

const refusedOf = (act: Act): readonly Caller[] =>
  callersOf(act).filter((caller) => !isWrite(act) || expectedVerdict(act, caller) !== 'ok');

const named = acts.map((act) => ({ title: act.ask.replace(/^mutation /, ''), act }));

describe('A18: reading, and every write that is refused, in GraphQL and both forms of REST', () => {
  let before: unknown;

  beforeAll(async () => {
    before = await readState(store.db);
  });

  test.each(named)('$title', async ({ act }) => {
    const callers = refusedOf(act);
    expect(await askAll(act, callers)).toEqual(expectedOf(act, callers));
  });

  test('all of it changed nothing', async () => {
    expect(await readState(store.db)).toEqual(before);
  });
});

describe('A18: every write that is authorized', () => {
  const writes = named.filter(({ act }) => isWrite(act));

  test.each(writes)('$title', async ({ act }) => {
    const callers = callersOf(act).filter((caller) => expectedVerdict(act, caller) === 'ok');
    expect(await askAll(act, callers)).toEqual(expectedOf(act, callers));
  });
});

/** The root fields of a document. */
function rootFields(document: DocumentNode): string[] {
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.flatMap((node) =>
          node.kind === Kind.FIELD ? [node.name.value] : [],
        )
      : [],
  );
}

const askedIn = ({ ask }: Act): string =>
  rootFields(parse(ask.replace(/: \{\w+\}/g, ': 1')))[0] ?? '';

describe('A18: no way in is without a row', () => {
  test('every route is in the table once', () => {
    const rows = routes.map(({ method, path }) => `${method} ${path}`);
    expect(acts.flatMap((act) => act.routes).toSorted()).toEqual(rows.toSorted());
  });

  test('every field of Query and Mutation is in the table', () => {
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}),
    );
    expect([...new Set(acts.map(askedIn))].toSorted()).toEqual(fields.toSorted());
  });

  test('a route runs the operation whose verdicts it shares', () => {
    const differing = acts.flatMap((act) =>
      act.routes.filter((named) => {
        const row = routes.find(({ method, path }) => `${method} ${path}` === named);
        return !row || !rootFields(row.operation).includes(askedIn(act));
      }),
    );
    expect(differing).toEqual([]);
  });
});

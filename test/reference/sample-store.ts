import type { FormName } from '../../rest/request/form-name.ts';
import { operationIdOf } from '../../rest/reference/operation-id.ts';
import { examplesOf } from '../../rest/reference/examples/index.ts';
import type { CompleteRequest } from '../../rest/reference/examples/index.ts';
import type { Route } from '../../rest/route.ts';
import { routes } from '../../rest/routes.ts';
import { loadSampleStore } from '../../schema/index.ts';
import type { Client, Reply } from '../support/clients.ts';
import { keepRows } from '../support/restore-point.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';

export const formats: readonly FormName[] = ['newer', 'older'];

export const operations = routes.map((route) => {
  const id = operationIdOf(route, routes);
  return { id, route, examples: examplesOf(route, id) };
});

/** A store as the first start of the program creates it. */
export interface SampleStore {
  readonly store: Store;
  readonly admin: Account;
  /** Sends a request of the reference as an admin. */
  readonly send: (format: FormName, route: Route, request: CompleteRequest) => Promise<Reply>;
  /** Restores the initial data. */
  readonly reset: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The URL of a request of the reference. */
export function addressOf(format: FormName, { path }: Route, request: CompleteRequest): string {
  const filled = path.replace(/:(\w+)/g, (_part, name: string) =>
    encodeURIComponent(String(request.path[name])),
  );
  const query = new URLSearchParams(request.query).toString();
  return filled + (format === 'older' ? '.json' : '') + (query === '' ? '' : `?${query}`);
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/** Opens a store with the sample data. */
export async function openSampleStore(): Promise<SampleStore> {
  const store = await openStore();
  const admin = await store.account('admin', ['admin']);
  await loadSampleStore(store.db);
  const clients: Readonly<Record<FormName, Client>> = {
    newer: store.newer(admin),
    older: store.older(admin),
  };
  return {
    store,
    admin,
    send: async (format, route, request) => {
      const before = operations.find(({ id }) => id === request.after);
      const { path, body } = request;
      if (before) await clients[format].put(addressOf(format, before.route, { says: '', path }));
      const method = methods[route.method];
      const client = request.anonymous ? store.anonymous : clients[format];
      return client[method](addressOf(format, route, request), { ...(body && { body }) });
    },
    reset: await keepRows(store.db),
    close: () => store.close(),
  };
}

import { afterAll, beforeAll, describe, test } from '@jest/globals';
import type { FormName } from '../../../rest/request/form-name.ts';
import type { Client, Reply } from '../../support/clients.ts';
import { openStore } from '../../support/store.ts';
import type { StoreOptions } from '../../support/store.ts';
import { setScene } from '../scene.ts';
import type { AddressedCart, Scene } from '../scene.ts';

export const forms: readonly FormName[] = ['older', 'newer'];

/** A JSON object. */
export type Row = Readonly<Record<string, unknown>>;

/** Tests a sentence of the contract that does not name one format: once in each. */
export function inBothForms(sentence: string, show: (form: FormName) => Promise<void>): void {
  describe(sentence, () => {
    test.each(forms)('in the %s format', (form) => show(form));
  });
}

/** A client whose paths end in `.json`. */
function suffixed(client: Client): Client {
  const at = (path: string): string => path.replace(/\?|$/, '.json$&');
  return {
    get: (path, parts) => client.get(at(path), parts),
    head: (path, parts) => client.head(at(path), parts),
    options: (path, parts) => client.options(at(path), parts),
    post: (path, parts) => client.post(at(path), parts),
    put: (path, parts) => client.put(at(path), parts),
    patch: (path, parts) => client.patch(at(path), parts),
    delete: (path, parts) => client.delete(at(path), parts),
  };
}

/** The store in which one section of the contract is tested. */
export interface Walk {
  readonly scene: Scene;
  /**
   * A client of a format: Basic and `.json` in the older one, the key header and no suffix in the newer one.
   */
  readonly as: (form: FormName, account: { readonly key: string }) => Client;
  readonly admin: (form: FormName) => Client;
  /** An order with addresses and a proposed shipment. */
  readonly delivery: () => Promise<AddressedCart>;
}

/** Opens a store for the tests of a file, and closes it after them. */
export function openWalk(options: StoreOptions = {}): Walk {
  let opened: Scene | undefined;
  const scene = (): Scene => {
    if (!opened) throw new Error('The store opens before the first test.');
    return opened;
  };
  const as: Walk['as'] = (form, { key }) => {
    const { store } = scene();
    const account = { id: 0, email: '', key };
    return form === 'older' ? suffixed(store.older(account)) : store.newer(account);
  };
  const admin: Walk['admin'] = (form) => as(form, scene().admin);
  beforeAll(async () => {
    opened = await setScene(await openStore(options));
  });
  afterAll(() => opened?.store.close());
  return {
    get scene() {
      return scene();
    },
    as,
    admin,
    delivery: async () => {
      const cart = await scene().addressed();
      for (const state of ['address', 'delivery']) {
        const reply = await admin('newer').put(`/api/orders/${cart.number}/event?e=next`);
        if (recordIn('newer', 'order', reply).state !== state) throw new Error(reply.text);
      }
      return cart;
    },
  };
}

/** The record of a response, wrapped or not. */
export function recordIn(form: FormName, key: string, { body, text }: Reply): Row {
  const record = form === 'older' ? (body as Row)[key] : body;
  if (typeof record !== 'object' || record === null) throw new Error(`No ${key}: ${text}`);
  return record as Row;
}

/** The records of a response that is an array of wrapped ones. */
export const wrappedIn = (key: string, { body }: Reply): readonly unknown[] =>
  (body as readonly Row[]).map((entry) => entry[key]);

/** The records of a list of orders or variants. */
export const listedIn = (form: FormName, key: 'order' | 'variant', reply: Reply): readonly Row[] =>
  (form === 'older' ? wrappedIn(key, reply) : (reply.body as Row)[`${key}s`]) as readonly Row[];

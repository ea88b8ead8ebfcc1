import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Cart, Scene } from '../contract/scene.ts';
import { setScene } from '../contract/scene.ts';
import { rivalsOf } from '../support/property.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';

let store: Store;
let scene: Scene;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
});

afterAll(() => store.close());

/** The result of a write with a token, and whether it was sent after the response to the renewal. */
interface Written {
  readonly text: string;
  readonly status: number;
  readonly isLate: boolean;
}

/**
 * Writes instructions one after the other with the previous token, until some were sent after the response to
 * the renewal.
 */
async function writeOn({ number, token }: Cart, isRenewed: () => boolean): Promise<Written[]> {
  const client = store.client({ 'x-serviceordertoken': token });
  const written: Written[] = [];
  for (let late = 0; late < 3;) {
    const isLate = isRenewed();
    const text = `Ring ${String(written.length)} times.`;
    const { status } = await client.put(`/api/orders/${number}`, {
      body: { order: { special_instructions: text } },
    });
    written.push({ text, status, isLate });
    if (isLate) late += 1;
  }
  return written;
}

const instructionsOf = async (cart: Cart) => {
  const { specialInstructions } = await store.db.order.findUniqueOrThrow({
    where: { id: BigInt(cart.id) },
  });
  return specialInstructions;
};

const races = rivalsOf(20);

test.each(Array.from({ length: races }, (_, at) => at))(
  'P6: once a renewal is answered, nothing is written with the former token (race %i)',
  async (at) => {
    const cart = await scene.cart();
    let isRenewed = false;
    let stored: string | null = null;
    const renewal = async (): Promise<void> => {
      // some renewals come first, some in the middle of the writes
      await new Promise((resolve) => setTimeout(resolve, (at * 60) / races));
      const { status, body } = await store.newer(scene.admin).post('/graphql', {
        body: {
          query: `mutation { renewOrderToken(by: { number: "${cart.number}" }) { order { token } userErrors { code field message allowed lockVersion } } }`,
        },
      });
      isRenewed = true;
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          data: { renewOrderToken: { order: { token: expect.any(String) }, userErrors: [] } },
        }),
      ]);
      stored = await instructionsOf(cart);
    };
    const [writers] = await Promise.all([
      Promise.all([writeOn(cart, () => isRenewed), writeOn(cart, () => isRenewed)]),
      renewal(),
    ]);
    const late = writers.flat().filter(({ isLate }) => isLate);
    expect(late.map(({ status }) => status)).toEqual(late.map(() => 401));
    // all accepted writes were committed before the renewal
    expect(await instructionsOf(cart)).toBe(stored);
    expect(new Set(writers.flat().map(({ status }) => status))).not.toContain(500);
  },
);

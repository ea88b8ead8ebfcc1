import { beforeAll, describe, expect, test } from '@jest/globals';
import { inBothForms, listedIn, openWalk } from './walk.ts';

const walk = openWalk();

beforeAll(async () => {
  for (let made = 0; made < 3; made += 1) await walk.scene.cart();
});

describe('Limits', () => {
  describe.each(['order', 'variant'] as const)(
    'Lists of %ss are paginated with `page` and `per_page`',
    (singular) => {
      const plural = `${singular}s`;

      inBothForms('every record on one page', async (form) => {
        const read = async (query: string): Promise<unknown[]> => {
          const path = `/api/${plural}?q[s]=id%20asc&${query}`;
          const listed = listedIn(form, singular, await walk.admin(form).get(path));
          return listed.map(({ id }) => id);
        };
        const all = await read('per_page=500');
        const inTwos = await Promise.all(
          [1, 2, 3, 4].map((page) => read(`per_page=2&page=${String(page)}`)),
        );
        expect(all.length).toBeGreaterThanOrEqual(3);
        expect(inTwos.flat()).toEqual(all);
      });

      test('the response reports `count`, `pages`, `current_page`.', async () => {
        const { db } = walk.scene.store;
        const total = singular === 'order' ? await db.order.count() : await db.variant.count();
        const reply = await walk.admin('newer').get(`/api/${plural}?per_page=2&page=2`);
        expect(reply.body).toMatchObject({
          count: Math.min(2, total - 2),
          pages: Math.ceil(total / 2),
          current_page: 2,
        });
      });
    },
  );
});

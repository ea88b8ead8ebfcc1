import { expect, test } from '@jest/globals';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openEmbedded } from '../../prisma/embedded/embedded-database.ts';

const megabyte = 2 ** 20;

/** Collects what this thread no longer holds, which V8 leaves for long where the heap of other tests is large. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

test('the embedded database keeps nothing of what it returned', async () => {
  const database = await openEmbedded({});
  const answersOf200Megabytes = async (): Promise<void> => {
    for (let answers = 0; answers < 40; answers += 1) {
      const rows = await database.query(
        "SELECT repeat('x', 1000) AS text FROM generate_series(1, 5000)",
      );
      expect(rows).toHaveLength(5_000);
    }
  };
  const held = (): number => {
    collect();
    return process.memoryUsage.rss() / megabyte;
  };
  await answersOf200Megabytes();
  const before = held();
  for (let rounds = 0; rounds < 6; rounds += 1) await answersOf200Megabytes();
  const growth = held() - before;
  await database.close();
  // of 1,200 MB that were returned
  expect(growth).toBeLessThan(400);
});

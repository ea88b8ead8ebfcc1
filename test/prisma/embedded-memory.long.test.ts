import { expect, test } from '@jest/globals';
import { openEmbedded } from '../../prisma/embedded/embedded-database.ts';

const megabyte = 2 ** 20;

test('the embedded database keeps nothing of what it returned', async () => {
  const database = await openEmbedded({});
  const answerOfFiveMegabytes = async (): Promise<void> => {
    const rows = await database.query(
      "SELECT repeat('x', 1000) AS text FROM generate_series(1, 5000)",
    );
    expect(rows).toHaveLength(5_000);
  };
  // buffers that are used again have their size after these
  for (let answers = 0; answers < 20; answers += 1) await answerOfFiveMegabytes();
  const before = process.memoryUsage.rss();
  for (let answers = 0; answers < 200; answers += 1) await answerOfFiveMegabytes();
  const grown = process.memoryUsage.rss() - before;
  await database.close();
  // a gigabyte of answers; V8's young generations may grow by a part of it
  expect(grown).toBeLessThan(500 * megabyte);
});

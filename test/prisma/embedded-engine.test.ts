import { expect, test } from '@jest/globals';
import { EmbeddedEngine } from '../../prisma/embedded/embedded-engine.ts';

test('An embedded database whose thread dies tells why.', async () => {
  let tell: (why: Error) => void = () => undefined;
  const ended = new Promise<Error>((resolve) => {
    tell = resolve;
  });
  const engine = new EmbeddedEngine({}, tell);
  const { worker } = (await engine.thread()) as unknown as {
    readonly worker: { readonly postMessage: (message: null) => void };
  };
  worker.postMessage(null);
  expect(await ended).toMatchObject({
    message: 'The thread of the embedded database has ended.',
    cause: { message: expect.stringContaining('Cannot read properties of null') },
  });
  await expect(engine.thread()).rejects.toThrow('The embedded database in memory was lost.');
  await engine.close();
});

test('An embedded database that cannot be opened is closed all the same.', async () => {
  const engine = new EmbeddedEngine({ snapshot: new Blob(['no snapshot']) }, () => undefined);
  const opening = engine.thread();
  const closing = engine.close();
  await expect(opening).rejects.toThrow();
  await expect(closing).resolves.toBeUndefined();
});

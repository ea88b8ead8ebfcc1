import { expect, test } from '@jest/globals';
import { startFake } from './support.ts';

test('every answer forbids frames, scripts, guessing of types and referrers', async () => {
  const store = await startFake();
  const answers = [
    await store.call('/livez'),
    await store.call('/nothing'),
    await store.query('{ hello }'),
  ];
  await store.stop();
  for (const { headers } of answers) {
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
  }
});

import { expect, test } from '@jest/globals';
import type { PrismaClient } from '../../../prisma/generated/client/client.ts';
import { classifyDatabaseError } from '../../../prisma/database-errors.ts';
import {
  clientOfRequest,
  ownerKey,
  shareFigures,
  shareOut,
  turnOfWrite,
} from '../../../prisma/shares/shares.ts';
import { toClientError } from '../../../schema/errors.ts';

/** Clients that know whose they are, and nothing else. */
const shared = (connections: number): PrismaClient =>
  shareOut(
    { connections, stallMs: 3_600_000, readMs: 60_000 },
    ({ owner }) => ({ [ownerKey]: owner }) as unknown as PrismaClient,
  );

/** How many writes of a caller run at once, by the number of connections: embedded there is one. */
test.each([
  [1, 1],
  [16, 3],
])(
  'L40: the 251st waiting write of a caller is 503 at once, and one of another waits (%d connections)',
  async (connections, running) => {
    const house = shared(connections);
    let leave = (): void => undefined;
    const leaving = new Promise<void>((resolve) => (leave = resolve));
    const write = async (caller: string): Promise<void> => {
      const turn = turnOfWrite(clientOfRequest(house, caller));
      await turn.begin();
      await leaving;
      turn.end('through');
    };
    const writes: Promise<void>[] = [];
    const begin = (caller: string, count: number): void => {
      for (let begun = 0; begun < count; begun += 1) writes.push(write(caller));
    };
    begin('user:1', running + 250);
    expect(shareFigures(house)?.write).toEqual({ running, waiting: 250 });
    const error = await write('user:1').then(
      () => undefined,
      (refusal: unknown) => refusal,
    );
    expect(classifyDatabaseError(error)).toBe('unavailable');
    expect(toClientError(error, 'test').extensions['code']).toBe('UNAVAILABLE');
    begin('user:2', 20);
    const { running: runs = 0, waiting = 0 } = shareFigures(house)?.write ?? {};
    expect(runs + waiting).toBe(running + 250 + 20);
    leave();
    await Promise.all(writes);
  },
);

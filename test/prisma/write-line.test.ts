import { setImmediate as aTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { SentAway, WriteLine } from '../../prisma/write-line.ts';

const rules = { width: 2, stallMs: 10_000, patienceMs: 10_000, length: 100 };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const noTrouble = () => false;

/** Work that goes on until it is ended. */
function holdUp(line: WriteLine, isTrouble: (error: unknown) => boolean = noTrouble) {
  let end: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const done = line.pass(
    () =>
      new Promise<void>((resolve, reject) => {
        end = resolve;
        fail = reject;
      }),
    isTrouble,
  );
  return {
    done,
    end: () => {
      end();
    },
    fail: (error: Error) => {
      fail(error);
    },
  };
}

test('no more writes run at once than the line is wide, and each gets its turn in order', async () => {
  const line = new WriteLine(rules);
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, place) =>
      line.pass(async () => {
        begun.push(place);
        running += 1;
        most = Math.max(most, running);
        await pause(1);
        running -= 1;
        return place;
      }, noTrouble),
    ),
  );
  expect(most).toBe(2);
  expect(begun).toEqual(answers);
  expect(answers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('where the database works in this thread, the program turns to others before each write', async () => {
  const line = new WriteLine({ ...rules, width: 1, yields: true });
  const seen: string[] = [];
  const writes = ['one', 'two', 'three'].map((name) =>
    line.pass(() => Promise.resolve(seen.push(name)), noTrouble),
  );
  const others = (async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await aTurn();
      seen.push('others');
    }
  })();
  expect(seen).toEqual([]);
  await Promise.all([...writes, others]);
  expect(seen).toEqual(['one', 'others', 'two', 'others', 'three', 'others']);
});

test('a write that fails gives its place to the next', async () => {
  const line = new WriteLine({ ...rules, width: 1 });
  const failing = line.pass(() => Promise.reject(new Error('no')), noTrouble);
  const next = line.pass(() => Promise.resolve('served'), noTrouble);
  await expect(failing).rejects.toThrow('no');
  await expect(next).resolves.toBe('served');
});

test('who finds the line full is sent away at once', async () => {
  const line = new WriteLine({ ...rules, width: 1, length: 1 });
  const first = holdUp(line);
  const waiting = line.pass(() => Promise.resolve('served'), noTrouble);
  await expect(line.pass(() => Promise.resolve(), noTrouble)).rejects.toThrow(SentAway);
  first.end();
  await first.done;
  await expect(waiting).resolves.toBe('served');
});

test('when nothing comes through for a while, all who wait are sent away and nothing of theirs ran', async () => {
  const line = new WriteLine({ ...rules, width: 1, stallMs: 30 });
  const stuck = holdUp(line);
  const ran: string[] = [];
  const waiting = ['one', 'other'].map((name) =>
    line.pass(() => Promise.resolve(ran.push(name)), noTrouble),
  );
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  stuck.end();
  await stuck.done;
  expect(ran).toEqual([]);
  await expect(line.pass(() => Promise.resolve('again'), noTrouble)).resolves.toBe('again');
});

test('writes that the database failed do not count as coming through', async () => {
  const line = new WriteLine({ ...rules, width: 1, stallMs: 60 });
  const failing = Array.from({ length: 20 }, () =>
    line.pass(
      async () => {
        await pause(25);
        throw new Error('no connection');
      },
      () => true,
    ),
  );
  const outcomes = await Promise.allSettled(failing);
  const sentAway = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && outcome.reason instanceof SentAway,
  );
  // Twenty of 25 ms would take half a second one after the other.
  expect(sentAway.length).toBeGreaterThan(10);
});

test('a line that moves is waited in for longer than one that stalls', async () => {
  const line = new WriteLine({ ...rules, width: 1, stallMs: 200 });
  const served = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      line.pass(() => pause(25).then(() => place), noTrouble),
    ),
  );
  expect(served).toHaveLength(20);
});

test('in a line that moves nobody waits longer than his patience', async () => {
  const line = new WriteLine({ ...rules, width: 1, patienceMs: 80 });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, () => line.pass(() => pause(20), noTrouble)),
  );
  const statuses = outcomes.map(({ status }) => status);
  expect(statuses[0]).toBe('fulfilled');
  expect(statuses.at(-1)).toBe('rejected');
});

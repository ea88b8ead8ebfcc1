import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Polls every 50 ms until the condition holds; throws an Error that names the condition that never did. */
export async function patiently(
  what: string,
  limitMs: number,
  ask: () => Promise<boolean>,
): Promise<number> {
  const start = performance.now();
  while (!(await ask())) {
    if (performance.now() - start > limitMs) {
      throw new Error(`Waited ${String(limitMs)} ms in vain: ${what}.`);
    }
    await pause(50);
  }
  return performance.now() - start;
}

/** Whether a child process has ended. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** A free TCP port of the loopback address. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

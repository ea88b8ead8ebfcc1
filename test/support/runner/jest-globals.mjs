// What '@jest/globals' is to a test file: the globals that jest-light-runner sets, and tests that end.
import { clearTimeout, setTimeout } from 'node:timers';

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest } = globalThis;

/** A timeout for hangs, which a busy machine must never reach, of tests that name none. */
const longestMs = 600_000;

function limited(run, ms = longestMs) {
  return async (...values) => {
    let timer;
    const late = new Promise((_, reject) => {
      const error = new Error(`The test has not ended after ${ms / 60_000} minutes.`);
      timer = setTimeout(reject, ms, error);
    });
    try {
      await Promise.race([run(...values), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** `test`, `test.only`, `test.skip` and what `test.each` returns. */
const withLimit = (register) =>
  new Proxy(register, {
    apply: (target, _, [title, run, ms]) => target(title, limited(run, ms)),
    get: (target, name) =>
      name === 'each' ? (...table) => withLimit(target.each(...table)) : withLimit(target[name]),
  });

export const test = withLimit(globalThis.test);

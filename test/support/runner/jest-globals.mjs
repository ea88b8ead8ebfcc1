// What '@jest/globals' is to a test file: the globals that jest-light-runner sets, and tests that end.
import { clearTimeout, setTimeout } from 'node:timers';

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest } = globalThis;

/** A timeout for hangs, which a busy machine must never reach. */
const longestMs = 600_000;

function limited(run) {
  return async (...values) => {
    let timer;
    const late = new Promise((_, reject) => {
      const error = new Error(`The test has not ended after ${longestMs / 60_000} minutes.`);
      timer = setTimeout(reject, longestMs, error);
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
    apply: (target, _, [title, run]) => target(title, limited(run)),
    get: (target, name) =>
      name === 'each' ? (...table) => withLimit(target.each(...table)) : withLimit(target[name]),
  });

export const test = withLimit(globalThis.test);

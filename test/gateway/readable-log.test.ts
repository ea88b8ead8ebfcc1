import { describe, expect, test } from '@jest/globals';
import { readable } from '../../gateway/process/readable-log.ts';
import { createLog } from '../../gateway/passage/request-log.ts';

/** The output on a terminal, without the time. */
function open(colorize = false) {
  const written: string[] = [];
  const destination = readable((text) => written.push(text), colorize);
  return {
    log: createLog('info', destination),
    shown: () => written.map((text) => text.replace(/^\[\d\d:\d\d:\d\d\] /, '')),
  };
}

describe('the log at a terminal (P47)', () => {
  test('a request is one line in words', () => {
    const { log, shown } = open();
    const request = { requestId: 'abc', method: 'POST', route: '/graphql', status: 200, ms: 12.3 };
    log.info(
      { ...request, operation: 'query Orders', errors: ['NOT_FOUND'], user: '7' },
      'request',
    );
    log.info({ requestId: 'def', method: 'GET', route: null, status: 404, ms: 1 }, 'request');
    expect(shown()).toEqual([
      'INFO: POST /graphql 200 12.3 ms query Orders NOT_FOUND {"requestId":"abc","user":"7"}\n',
      'INFO: GET (unknown path) 404 1 ms {"requestId":"def"}\n',
    ]);
  });

  test('an error is shown with its stack', () => {
    const { log, shown } = open();
    log.error({ err: new RangeError('row went wrong') }, 'fault');
    expect(shown().join('')).toMatch(/^ERROR: fault\s[\s\S]*RangeError: row went wrong/);
  });

  test('no control character of a text reaches the terminal', () => {
    const { log, shown } = open(true);
    log.warn({ err: { type: 'Error', message: 'a\u001b[2J\u0007\u009b2J\u007fb' } }, 'c\u001bd');
    const text = shown().join('');
    // the log itself adds the colours
    expect(text.replace(/\u001b\[\d+m/g, '').trimEnd()).toMatch(
      /^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]+$/,
    );
    expect(text).toContain('c\ufffdd');
  });
});

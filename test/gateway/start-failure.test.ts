import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../gateway/config.ts';
import { describeStartFailure } from '../../gateway/start-failure.ts';

const config = readConfig({ DATABASE_URL: 'postgres://store:s3cret@db:5432/store' });
const coded = (code: string, message = 'raw words', cause?: Error) =>
  Object.assign(new Error(message, { cause }), { code });

describe('a failed start in one line', () => {
  test.each([
    ['EADDRINUSE', 'Port 3000 on 127.0.0.1 is already in use. Stop the other program or set PORT.'],
    ['ECONNREFUSED', 'The database server of DATABASE_URL refuses connections. Is it running?'],
    ['28P01', 'The database server does not accept the user or password of DATABASE_URL.'],
    ['3D000', 'The database named in DATABASE_URL does not exist.'],
  ])('%s has its own words', (code, line) => {
    expect(describeStartFailure(coded(code), config)).toBe(line);
  });

  test('the code may lie among the causes', () => {
    const wrapped = new Error('outer', { cause: new AggregateError([coded('ECONNREFUSED')]) });
    expect(describeStartFailure(wrapped, config)).toBe(
      'The database server of DATABASE_URL refuses connections. Is it running?',
    );
  });

  test('other errors speak for themselves, in their first line and without the password', () => {
    const error = new Error('cannot use postgres://store:s3cret@db:5432/store with s3cret\n  at x');
    expect(describeStartFailure(error, config)).toBe('cannot use DATABASE_URL with [secret]');
  });
});

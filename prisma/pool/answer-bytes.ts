import type pg from 'pg';
import { AnswerTooLarge } from '../fast-path/answer-size.ts';

/**
 * Closes a connection whose answer to one statement has more bytes than may be received: a row is one text before any
 * of it can be counted, and one of half a gigabyte would end the process. Its statement fails with AnswerTooLarge.
 * Decision: P74.
 */
export function boundAnswers({ connection }: pg.PoolClient, most: number): void {
  let received = 0;
  connection.on('readyForQuery', () => {
    received = 0;
  });
  const { stream } = connection;
  stream.on('data', ({ length }: Buffer) => {
    received += length;
    if (received > most) stream.destroy(new AnswerTooLarge());
  });
}

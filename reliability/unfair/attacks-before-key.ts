import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Arm, Attack } from './attack.ts';
import { byTurns, countAnswers, countConnection, endOf } from './attack.ts';

const longNumber = gzipSync(`{"order":{"email":1${'0'.repeat(1_000_000)}1}}`);
const manyValues = gzipSync(`{"a":[${'1e1,'.repeat(250_000)}1e1]}`);
const lockVersion = `{"order":{"lock_version":"${'1'.repeat(40_000)}x"}}`;
const largeFile =
  'GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n';
const gzip = { 'content-encoding': 'gzip' };

/** A body of 3 MB in chunks, three times as much as a body may have, then another request. */
function chunked({ target }: Arm): string {
  const path = `/api/orders/${target.order}`;
  const head = `HTTP/1.1\r\nHost: a\r\nX-ServiceAPIKey: ${target.key}\r\n`;
  const start = `PUT ${path} ${head}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`.repeat(48);
  return `${start}${chunk}0\r\n\r\nGET ${path} ${head}\r\n`;
}

const fragments = Array.from({ length: 120 }, (_, place) => {
  const others = [1, 2, 3].map((step) => `...f${String((place + step) % 120)}`).join(' ');
  return `fragment f${String(place)} on Query { ${others} }`;
}).join(' ');
const cycle = JSON.stringify({ query: `{ ...f0 } ${fragments}` });
const filling = 'a'.repeat(900_000);

/** What safety.md found to work without a key; with one by turns, so that bodies are read as well. */
export const attacksBeforeKey: readonly Attack[] = [
  {
    finding: '0',
    does: 'CONNECT, then a reset, 750 times a second',
    reaches: 0,
    strike: (arm) =>
      arm.pace(750, async () => {
        const socket = arm.connect();
        countConnection(arm, socket);
        socket.write('CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n', () => {
          socket.resetAndDestroy();
        });
        await endOf(socket);
      }),
  },
  {
    finding: '0',
    does: 'CONNECT behind an answer of 1.7 MB, 20 times a second',
    reaches: 200,
    strike: (arm) =>
      arm.pace(20, async () => {
        const socket = arm.connect();
        countAnswers(arm, socket);
        socket.write(`${largeFile}CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n`);
        socket.resume();
        await endOf(socket);
      }),
  },
  {
    finding: '1',
    does: 'a number of 1 MB in 1 kB of gzip, 5 times a second',
    reaches: 400,
    strike: (arm) =>
      arm.pace(5, (place) =>
        arm.ask('POST', '/api/orders', {
          headers: { ...byTurns(arm, place), ...gzip },
          body: longNumber,
        }),
      ),
  },
  {
    finding: '2',
    does: 'a lock_version of 40,000 digits, 20 times a second',
    reaches: 422,
    strike: (arm) =>
      arm.pace(20, (place) =>
        arm.ask('PUT', `/api/orders/${arm.target.order}`, {
          headers: byTurns(arm, place),
          body: lockVersion,
        }),
      ),
  },
  {
    finding: '3',
    does: '250,000 values in 1 kB of gzip, 10 times a second',
    reaches: 400,
    strike: (arm) =>
      arm.pace(10, (place) =>
        arm.ask('POST', '/api/orders', {
          headers: { ...byTurns(arm, place), ...gzip },
          body: manyValues,
        }),
      ),
  },
  {
    finding: '4',
    does: '120 fragments that contain each other, 50 times a second',
    reaches: 200,
    strike: (arm) =>
      arm.pace(50, (place) =>
        arm.ask('POST', '/graphql', { headers: byTurns(arm, place), body: cycle }),
      ),
  },
  {
    finding: '5',
    does: 'distinct documents of 0.9 MB without a key, 100 a second',
    reaches: 401,
    strike: (arm) =>
      arm.pace(100, (place) =>
        arm.ask('POST', '/graphql', {
          headers: { 'content-type': 'application/json' },
          body: `{"query":"query q${String(place)} { __typename } #${filling}"}`,
        }),
      ),
  },
  {
    finding: '5',
    does: 'distinct documents of 0.9 MB with a key, 10 a second',
    reaches: 400,
    strike: (arm) =>
      arm.pace(10, (place) =>
        arm.ask('POST', '/graphql', {
          headers: byTurns(arm, 1),
          body: `{"query":"query q${String(place)} { __typename } #${filling}"}`,
        }),
      ),
  },
  {
    finding: '6',
    does: 'distinct paths under /api/docs, 300 a second',
    reaches: 404,
    strike: (arm) =>
      arm.pace(300, (place) =>
        arm.ask('GET', `/api/docs${'/'.repeat(place % 3_000)}${String(place)}`),
      ),
  },
  {
    finding: '8',
    does: '8 connections send 3 MB in chunks, then a GET over the same connection',
    reaches: 413,
    strike: (arm) => {
      const requests = chunked(arm);
      return arm.crowd(8, async () => {
        const socket = arm.connect();
        countAnswers(arm, socket);
        socket.resume().write(requests);
        await endOf(socket);
      });
    },
  },
  {
    finding: '7, 12',
    does: '40 connections request pages and lists, ten each, and read no response',
    reaches: 0,
    carts: 300,
    strike: (arm) => {
      const { key } = arm.target;
      const page = 'GET /graphql HTTP/1.1\r\nHost: a\r\nAccept: text/html\r\n\r\n';
      const list = `GET /api/orders/mine?per_page=300 HTTP/1.1\r\nHost: a\r\nX-ServiceAPIKey: ${key}\r\n\r\n`;
      return arm.crowd(40, async (place) => {
        const socket = arm.connect();
        countConnection(arm, socket);
        socket.write((place % 2 === 0 ? page : list).repeat(10));
        await endOf(socket);
        await pause(100);
      });
    },
  },
];

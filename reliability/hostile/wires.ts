import type { RawRequest } from '../raw-request.ts';
import type { Ground, Row } from './ground.ts';
import { json } from './ground.ts';

/** Bytes that never become a request. */
export function wires({ newer }: Ground): Row[] {
  const bytes = (text: string): RawRequest => ({ path: '', bytes: text });
  return [
    ['no HTTP at all', [400], bytes('hello\r\n\r\n')],
    ['a version nobody speaks', [400, 505], bytes('GET / HTTP/9.9\r\nHost: x\r\n\r\n')],
    [
      'a length and chunks at once',
      [400],
      bytes(
        'POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ),
    ],
    [
      'two lengths',
      [400],
      bytes(
        'POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
      ),
    ],
    [
      'a length below zero',
      [400],
      bytes('POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'),
    ],
    [
      'a chunk of no size',
      [400],
      bytes(
        `POST /api/orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${newer}\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      ),
    ],
    ['no Host', [400], bytes('GET /api/orders HTTP/1.1\r\nConnection: close\r\n\r\n')],
    [
      'a header of 17 KB',
      [431],
      bytes(`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`),
    ],
    [
      'a header with a line break in it',
      [400],
      bytes('GET / HTTP/1.1\r\nHost: x\r\nX-A: b\nc d\r\n\r\n'),
    ],
    [
      'a proxy request',
      [404],
      bytes(
        'GET http://other.test/api/nothing HTTP/1.1\r\nHost: other.test\r\nConnection: close\r\n\r\n',
      ),
    ],
    ['a tunnel', [405], bytes('CONNECT other.test:443 HTTP/1.1\r\nHost: other.test\r\n\r\n')],
    [
      'an upgrade to WebSocket',
      [401, 404, 426],
      bytes(
        'GET /api/orders HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: aaaaaaaaaaaaaaaaaaaaaa==\r\n\r\n',
      ),
    ],
  ];
}

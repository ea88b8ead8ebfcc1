import { connect } from 'node:net';

/** A request as raw bytes: nothing corrects it on its way. */
export interface RawRequest {
  /** Default GET. */
  readonly method?: string;
  readonly path: string;
  /** Lines such as `Content-Type: application/json`; Host, Connection and the length are added. */
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
  /** Replaces everything above. */
  readonly bytes?: string | Buffer;
}

/** The response. */
export interface RawReply {
  /** 0 if the connection ended without a response. */
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  readonly took: number;
}

function spell({ method = 'GET', path, headers = [], body, bytes }: RawRequest): Buffer {
  if (bytes !== undefined) return Buffer.from(bytes);
  const given = headers.map((line) => line.split(':')[0]?.toLowerCase());
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    ...headers,
    ...(body !== undefined && !given.includes('content-length')
      ? [`Content-Length: ${String(Buffer.byteLength(body))}`]
      : []),
  ];
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
    Buffer.from(body ?? ''),
  ]);
}

function unchunk(text: string): string {
  let rest = text;
  let whole = '';
  for (;;) {
    const [, size, after] = /^([0-9a-f]+)\r\n([\s\S]*)$/i.exec(rest) ?? [];
    if (size === undefined || after === undefined || Number.parseInt(size, 16) === 0) return whole;
    const length = Number.parseInt(size, 16);
    whole += after.slice(0, length);
    rest = after.slice(length + 2);
  }
}

function read(bytes: Buffer, took: number): RawReply {
  const answer = bytes.toString('latin1');
  const end = answer.indexOf('\r\n\r\n');
  if (!answer.startsWith('HTTP/1.1 ') || end < 0) {
    return { status: 0, contentType: '', text: '', took };
  }
  const head = answer.slice(0, end);
  const body = answer.slice(end + 4);
  const text = /\r\ntransfer-encoding: chunked/i.test(head) ? unchunk(body) : body;
  return {
    status: Number(head.slice(9, 12)),
    contentType: /\r\ncontent-type: ([^\r]*)/i.exec(head)?.[1] ?? '',
    text: Buffer.from(text, 'latin1').toString('utf8'),
    took,
  };
}

/** Sends bytes over a new connection and reads until the other side closes it. */
export function sendRaw(url: string, request: RawRequest): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  const start = performance.now();
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    const finish = () => {
      resolve(read(Buffer.concat(chunks), performance.now() - start));
    };
    socket.setTimeout(20_000, () => socket.destroy());
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A refusal may arrive before all of a large body was sent; what has arrived is used.
    socket.on('error', () => socket.destroy());
    socket.once('close', finish);
    socket.write(spell(request));
  });
}

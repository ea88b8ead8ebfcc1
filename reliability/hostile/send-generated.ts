import { Agent, request } from 'node:http';
import type { RawReply } from '../raw-request.ts';
import type { GeneratedRequest } from './generate-rest.ts';

const agent = new Agent({ keepAlive: true });

/** Sends a generated request over a kept-alive connection. */
export function sendGenerated(url: string, sent: GeneratedRequest): Promise<RawReply> {
  const start = performance.now();
  return new Promise((resolve) => {
    const finish = (status: number, contentType: string, text: string) => {
      resolve({ status, contentType, text, took: performance.now() - start });
    };
    const { hostname, port } = new URL(url);
    const { method, path } = sent;
    const headers = {
      ...sent.headers,
      ...(sent.body && { 'content-length': String(sent.body.length) }),
    };
    const call = request({ agent, hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        finish(response.statusCode ?? 0, response.headers['content-type'] ?? '', text);
      });
    });
    call.on('error', (error) => {
      finish(0, '', String(error));
    });
    call.end(sent.body);
  });
}

/** Closes the connections. */
export const hangUp = (): void => {
  agent.destroy();
};

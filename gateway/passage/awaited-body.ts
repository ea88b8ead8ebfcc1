import type { IncomingMessage, Server } from 'node:http';
import type { GatewayMiddleware } from './request-state.ts';

/** Requests whose client sends the body once it is asked to. */
const awaiting = new WeakSet<IncomingMessage>();

/** Hands on `Expect: 100-continue`: Node would ask for the body before anybody looked who sends it. */
export function keepBodiesAwaited(server: Server): void {
  server.on('checkContinue', (request, response) => {
    awaiting.add(request);
    server.emit('request', request, response);
  });
}

/** Lets whoever begins to read the body ask for it first, if the client waits for that. Decision: N5. */
export const awaitedBody: GatewayMiddleware = function awaitedBody(ctx, next) {
  const { req, res, state } = ctx;
  if (awaiting.has(req)) {
    state.askForBody = () => {
      delete state.askForBody;
      res.writeContinue();
    };
  }
  return next();
};

// The thread of the embedded database. It is plain JavaScript, because a thread loads its file as it is.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, protocol } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

const { dataDir, snapshot } = workerData;
const pglite = await PGlite.create({
  extensions: { pg_trgm },
  // random_page_cost: as on a server (prisma/server/server-database.ts)
  startParams: [...PGlite.defaultStartParams, '-c', 'TimeZone=UTC', '-c', 'random_page_cost=1.1'],
  ...(dataDir !== undefined && { dataDir }),
  ...(snapshot !== undefined && { loadDataDir: snapshot }),
});

/**
 * Runs messages of the protocol; what they write is in the files before the response is sent. As a stream,
 * because PGlite parses every other response and keeps the result for as long as it is open.
 */
async function run(message) {
  const parts = [];
  // a part is a view of memory that the next one overwrites
  const onRawData = (part) => parts.push(part.slice());
  await pglite.execProtocolRawStream(message, { syncToFs: false, onRawData });
  return new Uint8Array(Buffer.concat(parts));
}

/** A new connection: clear transactions, prepared statements and settings of the previous one. */
async function beginConnection(message) {
  await run(protocol.serialize.query('ROLLBACK'));
  await run(protocol.serialize.query('DISCARD ALL'));
  return pglite.execProtocolRawSync(message).slice();
}

async function answer(message) {
  const bytes = message[0] === 0 ? await beginConnection(message) : await run(message);
  parentPort.postMessage(bytes, [bytes.buffer]);
}

async function close() {
  await pglite.close();
  parentPort.close();
}

let turn = Promise.resolve();
parentPort.on('message', (message) => {
  turn = turn.then(() => (message === 'close' ? close() : answer(message)));
});
parentPort.postMessage({ opened: true });

import { fromPage, sessionEnded } from '/pages/session.js';

const credentials = ['X-ServiceAPIKey', 'Authorization', 'X-ServiceOrderToken'];

/** Whether the editor of headers has a credential of its own, which takes the place of the session. */
const hasOwn = (headers) => credentials.some((name) => headers.get(name));

/**
 * Sends an operation to the store, with the session of the page unless the headers editor has a key or order token.
 * What the store answers is shown as it is, refusals too; but a session that has ended has to be opened again.
 */
export async function send(operation, { headers } = {}) {
  const sent = new Headers(headers);
  sent.set('Content-Type', 'application/json');
  sent.set('Accept', 'application/graphql-response+json, application/json');
  if (!hasOwn(sent)) for (const [name, value] of Object.entries(fromPage)) sent.set(name, value);
  const answer = await window.fetch('/graphql', {
    method: 'POST',
    headers: sent,
    body: JSON.stringify(operation),
  });
  const result = await answer.json();
  if (answer.status === 401 && !hasOwn(sent)) sessionEnded();
  return result;
}

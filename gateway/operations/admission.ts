import type { RestParts } from '../../rest/index.ts';
import { type Execution, showErrors } from './execute.ts';
import { readOnceMore } from './run-operation.ts';

/**
 * Creates the function with which REST and /graphql authenticate a caller before they read a body: it tells why
 * the caller may not send the request, in errors that the client may see; none if it may. `tokenOpens` says
 * whether an order token is accepted for it.
 */
export function createAdmit(execution: Execution): RestParts['admit'] {
  const { db, requireKnownCaller, viewerOf } = execution;
  return async function admit({ state }, tokenOpens) {
    try {
      const viewer = await viewerOf(state);
      await readOnceMore(() => requireKnownCaller(db, viewer, tokenOpens));
      return [];
    } catch (error) {
      return showErrors(execution, state, [error]);
    }
  };
}

export type Admit = RestParts['admit'];

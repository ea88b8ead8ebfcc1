import type { GraphQLError } from 'graphql';
import { showErrors } from '../operations/execute.ts';
import type { Execution } from '../operations/execute.ts';
import { viewerOf } from '../passage/identify.ts';
import type { RequestState } from '../passage/request-state.ts';
import { readOnceMore } from '../operations/run-operation.ts';

/**
 * Why a caller may not send this request, checked before its content is read; empty if it may. `tokenOpens`
 * says whether an order token is accepted for it. The errors may be shown to the client.
 */
export type Admit = (
  ctx: { readonly state: RequestState },
  tokenOpens: boolean,
) => Promise<readonly GraphQLError[]>;

/**
 * Creates the function with which REST and /graphql authenticate a caller before they read a body.
 * Decision: A24, N5.
 */
export function createAdmit(execution: Execution): Admit {
  const { db } = execution;
  return async function admit({ state }, tokenOpens) {
    try {
      const viewer = await viewerOf(state, (credentials) =>
        readOnceMore(() => execution.loadViewer(db, credentials)),
      );
      await readOnceMore(() => execution.requireKnownCaller(db, viewer, tokenOpens));
      return [];
    } catch (error) {
      return showErrors(execution, state, [error]);
    }
  };
}

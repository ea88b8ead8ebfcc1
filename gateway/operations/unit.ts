import type { GraphQLError } from 'graphql';
import { answerOnce } from '../../schema/index.ts';
import type { Answered, Ended, KeyedRequest, Language } from '../../schema/index.ts';
import { contextOf, showErrors } from './execute.ts';
import type { Execution } from './execute.ts';
import type { RequestState } from '../passage/request-state.ts';

interface UnitOptions {
  /** Null for a request without an Idempotency-Key. */
  readonly once: KeyedRequest | null;
  /** Whether what the work reads decides what it writes. */
  readonly repeatable: boolean;
}

/** Why a unit did nothing. The errors may be shown to the client. */
interface Failed {
  readonly errors: readonly GraphQLError[];
}

/** Runs a request as one unit of work: operations that run meanwhile are its steps. */
export type InUnit = (
  ctx: { readonly state: RequestState },
  options: UnitOptions,
  work: () => Promise<Ended>,
) => Promise<Answered | Failed>;

/**
 * Creates the function with which an interface runs several operations as one, and once only if the client
 * requests that. The viewer is looked up before the transaction begins.
 * Decision: L1, L2.
 */
export function createInUnit(execution: Execution, language: Language): InUnit {
  return async function inUnit({ state }, { once, repeatable }, work) {
    try {
      const context = await contextOf(execution, state, language);
      const isolation = repeatable ? 'repeatable' : 'default';
      return await answerOnce(context, once, isolation, async (inside) => {
        state.unit = inside;
        return await work();
      });
    } catch (error) {
      return { errors: showErrors(execution, state, [error]) };
    } finally {
      delete state.unit;
    }
  };
}

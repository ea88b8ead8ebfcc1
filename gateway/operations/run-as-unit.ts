import type { RestParts } from '../../rest/index.ts';
import { answerOnce } from '../../schema/index.ts';
import { contextOf, type Execution, showErrors } from './execute.ts';
import type { RequestState } from '../passage/request-state.ts';

/**
 * Creates the function with which an interface runs a request as one unit of work, whose steps are the operations
 * that run meanwhile, and once only if the client requests that. The viewer is looked up before the transaction
 * begins. The errors say why a unit did nothing, and may be shown to the client.
 */
export function createInUnit(execution: Execution): RestParts['inUnit'] {
  return async function inUnit(
    { state }: { readonly state: RequestState },
    { once, repeatable },
    work,
  ) {
    try {
      const context = await contextOf(execution, state, 'rest');
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

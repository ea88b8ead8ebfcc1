import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FormattedExecutionResult,
  getNamedType,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { hashOf } from '../../rest/index.ts';
import {
  type Context,
  type GivenAnswer,
  mostKeptBytes,
  mutateOnce,
  toClientError,
} from '../../schema/index.ts';
import { sendable } from '../operations/answer-length.ts';
import { type Execution, showErrors } from '../operations/execute.ts';
import { fragmentsOf } from '../operations/query-limits.ts';
import type { ExecuteStart, Handed, YogaPlugin } from './yoga-input.ts';

const notAllowed = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'IDEMPOTENCY_KEY_NOT_ALLOWED' } });

/** The fields of an operation's first level, with its fragments expanded. */
function rootFields(
  document: DocumentNode,
  { selectionSet }: OperationDefinitionNode,
): FieldNode[] {
  const fragments = fragmentsOf(document);
  const fieldsIn = (selection: SelectionSetNode | undefined): FieldNode[] =>
    (selection?.selections ?? []).flatMap((node) => {
      if (node.kind === Kind.FIELD) return node.name.value === '__typename' ? [] : [node];
      const inside = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
      return fieldsIn(inside?.selectionSet);
    });
  return fieldsIn(selectionSet);
}

/** Whether a mutation returns something that is stored nowhere. Fields say so by the extension `secret`. */
function returnsSecret(schema: GraphQLSchema, name: string): boolean {
  const field = schema.getMutationType()?.getFields()[name];
  const type = field && getNamedType(field.type);
  const fields = type && 'getFields' in type ? Object.values(type.getFields()) : [];
  return fields.some(({ extensions }) => extensions['secret'] === true);
}

/**
 * Why a mutation may not be sent with an Idempotency-Key: its response could not be returned again as it was,
 * because its fields are separate transactions, or because it contains a secret.
 */
function refuseKey(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): GraphQLError | undefined {
  const [field, ...others] = rootFields(document, operation);
  if (others.length > 0) {
    return notAllowed(
      `An Idempotency-Key is for one mutation, but the request has ${String(others.length + 1)} mutation fields. Send each in a request of its own.`,
    );
  }
  if (field && returnsSecret(schema, field.name.value)) {
    return notAllowed(
      `\`${field.name.value}\` returns a secret, which is not stored: it cannot be returned again. Send it without an Idempotency-Key.`,
    );
  }
  return undefined;
}

/** Errors that the client did not cause. */
const troubles = new Set<unknown>(['INTERNAL_SERVER_ERROR', 'RESPONSE_NOT_READ', 'UNAVAILABLE']);

/** A result as it is stored; null if something failed that a retry might read. */
function asGiven({ data, errors = [] }: ExecutionResult, requestId: string): GivenAnswer | null {
  const shown = errors.map((error) => toClientError(error, requestId));
  if (shown.some(({ extensions }) => troubles.has(extensions['code']))) return null;
  const told = shown.length > 0 && { errors: shown };
  return { status: 200, headers: {}, body: JSON.stringify({ data, ...told }) };
}

/** A stored result. Its errors get the id of this request when they are shown. */
function readKept(body: string | null): ExecutionResult {
  if (body === null) {
    const message =
      'The request was carried out before, but its response was not stored. Fetch the record instead.';
    return {
      errors: [
        new GraphQLError(message, { extensions: { code: 'IDEMPOTENCY_RESPONSE_NOT_STORED' } }),
      ],
    };
  }
  const { data, errors } = JSON.parse(body) as FormattedExecutionResult;
  const again = errors?.map(
    ({ message, path = null, extensions = null }) =>
      new GraphQLError(message, { path, extensions }),
  );
  return { ...(data !== undefined && { data }), ...(again && { errors: again }) };
}

/** Runs a mutation with an Idempotency-Key once only: a retry gets its stored result, and `Idempotency-Replayed`. */
export function runOnce(execution: Execution): YogaPlugin {
  return {
    onExecute({ args, executeFn, setExecuteFn }: ExecuteStart) {
      const { schema, document, operationName, variableValues, contextValue } = args;
      const { ctx, text, key } = contextValue as Handed;
      const operation = getOperationAST(document, operationName);
      if (key === undefined || operation?.operation !== OperationTypeNode.MUTATION) return;
      const refusal = refuseKey(schema, document, operation);
      if (refusal) {
        setExecuteFn(() => ({ errors: [refusal] }));
        return;
      }
      const hash = hashOf([text, operationName ?? null, variableValues ?? {}]);
      const request = { key, method: ctx.method, path: ctx.path, hash };
      const noteUnstored = (error: unknown): void => {
        showErrors(execution, ctx.state, [error]);
      };
      setExecuteFn(async (given) => {
        let result: ExecutionResult = {};
        try {
          const kept = await mutateOnce(
            given.contextValue as Context,
            request,
            async (inside) => {
              const whole = await executeFn({ ...given, contextValue: inside });
              const { shown, characters } = sendable(whole, operation.operation);
              result = shown;
              // what is too long anyway is not written out
              if (characters > mostKeptBytes) return null;
              return asGiven(result, ctx.state.requestId);
            },
            noteUnstored,
          );
          if (!kept) return result;
          ctx.set('Idempotency-Replayed', 'true');
          return readKept(kept.body);
        } catch (error) {
          return { errors: showErrors(execution, ctx.state, [error]) };
        }
      });
    },
  };
}

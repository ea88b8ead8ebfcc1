import type { ExecutionResult } from 'graphql';

/**
 * The codes of what the client did wrong, as the payloads of mutations say it; only of those that were asked for.
 * Decision: V1.
 */
export const userErrorCodes = ({ data }: ExecutionResult): readonly string[] =>
  Object.values(data ?? {}).flatMap((payload) => {
    const { userErrors } = (payload ?? {}) as { readonly userErrors?: unknown };
    return Array.isArray(userErrors)
      ? userErrors.map(({ code }: { readonly code?: unknown }) => String(code))
      : [];
  });

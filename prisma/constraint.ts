/** The database constraint that a write violated. */
export interface ConstraintViolation {
  kind: 'unique' | 'foreign key' | 'check';
  /** Name of the constraint or unique index, such as `users_email_lower_key`. */
  constraint: string;
}

const kinds = new Map<unknown, ConstraintViolation['kind']>([
  ['23505', 'unique'],
  ['23503', 'foreign key'],
  ['23514', 'check'],
]);

/**
 * The constraint that a failed write violated; undefined for other errors. Reads the errors of both kinds of
 * database. The name selects the message: `variants_live_sku_key` means that the SKU is taken.
 * Decision: C8, C37.
 */
export function readViolation(error: unknown): ConstraintViolation | undefined {
  const { originalCode, originalMessage } = readCause(error);
  const kind = kinds.get(originalCode);
  const quoted =
    typeof originalMessage === 'string' ? originalMessage.matchAll(/constraint "([^"]+)"/g) : [];
  const constraint = [...quoted].at(-1)?.[1];
  return kind === undefined || constraint === undefined ? undefined : { kind, constraint };
}

interface Cause {
  originalCode?: unknown;
  originalMessage?: unknown;
}

/** The database's own message, from its driver's error or from inside Prisma's; empty if there is none. */
function readCause(error: unknown): Cause {
  if (isObject(error) && kinds.has(error['code'])) {
    return { originalCode: error['code'], originalMessage: error['message'] };
  }
  const path = ['meta', 'driverAdapterError', 'cause'];
  const cause = path.reduce<unknown>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    error,
  );
  return isObject(cause) ? cause : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The rule of the database that a write broke. */
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
 * Which constraint a failed write broke, read alike from both databases' errors; undefined for any
 * other failure. The name decides the message: `variants_live_sku_key` means a taken sku.
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

/** What the database itself said, in its driver's error or inside Prisma's; empty where there is nothing. */
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

import { builder } from './builder.ts';
import type { Messages } from './domain/messages.ts';
import { Conflict, Invalid, NotFound, Refused } from './errors.ts';
import { AllowedEvent } from './states.ts';

/** What a client did wrong in a write: nothing was changed, unless the mutation says otherwise. */
export interface ToldError {
  readonly code: keyof typeof codes;
  readonly field?: readonly string[];
  readonly message: string;
  readonly allowed?: readonly string[];
  readonly lockVersion?: number;
  readonly present?: string;
}

const codes = {
  INVALID: { description: 'A value is invalid; `field` names it.' },
  REFUSED: { description: 'The present state of a record does not allow this.' },
  EVENT_REFUSED: {
    description:
      'The record does not allow the event: the first error lists what it allows in `allowed`, further errors are the reasons.',
  },
  CHECKOUT_REFUSED: {
    description:
      'The checkout cannot advance: the first error says so, further errors are the reasons.',
  },
  CONFLICT: {
    description:
      'The record was changed since you read it: `lockVersion` is its version now, or `present` the value that is not what you gave as `changeFrom`.',
  },
  NOT_FOUND: { description: 'A record does not exist, or you may not know of it.' },
} as const;

const ErrorCode = builder.enumType('ErrorCode', {
  description: 'What kind of mistake a user error tells of.',
  values: codes,
});

export const UserError = builder.objectRef<ToldError>('UserError').implement({
  description:
    'What was wrong with a write: something that another value, or another time, would make right.',
  extensions: { weighsAs: 'nothing' },
  fields: (t) => ({
    code: t.expose('code', { type: ErrorCode, description: 'Kind of the error.' }),
    field: t.exposeStringList('field', {
      nullable: true,
      description:
        'Path of the value in `input`, such as ["lineItems", "0", "quantity"], or in the row, or the name of an argument. Of a rule for the record as a whole the attribute that does not meet it, such as ["state"], or ["quantity"] for what its lines together need of a variant; null if there is none.',
    }),
    message: t.exposeString('message', { description: 'The error in English, to show to people.' }),
    allowed: t.expose('allowed', {
      type: [AllowedEvent],
      nullable: true,
      description: 'For a refused event: the events that would succeed now and that you may fire.',
    }),
    lockVersion: t.exposeInt('lockVersion', {
      nullable: true,
      description: 'For CONFLICT: the present version of the record.',
    }),
    present: t.exposeString('present', {
      nullable: true,
      description:
        'For CONFLICT of `changeFrom`: the present value as text, such as "12" or "79.95".',
    }),
  }),
});

/** Messages as user errors, by default about invalid values. */
export const toldEach = (
  fields: Messages,
  code: ToldError['code'] = 'INVALID',
): readonly ToldError[] =>
  Object.entries(fields).flatMap(([name, messages]) =>
    messages.map((message) => ({
      code,
      ...(name !== 'base' && { field: name.split('.') }),
      message,
    })),
  );

function refusal({ message, reason, fields, allowed }: Refused): readonly ToldError[] {
  if (reason === 'act') return toldEach(fields, 'REFUSED');
  const code = reason === 'checkout' ? 'CHECKOUT_REFUSED' : 'EVENT_REFUSED';
  return [{ code, message, ...(allowed && { allowed }) }, ...toldEach(fields, code)];
}

/**
 * What a client did wrong, as user errors; undefined for what the request itself lacks (rights, limits) and for
 * what the client did not cause: these stay errors of the request.
 */
export function toUserErrors(error: unknown): readonly ToldError[] | undefined {
  if (error instanceof Invalid) return toldEach(error.fields);
  if (error instanceof Refused) return refusal(error);
  if (error instanceof NotFound) return [{ code: 'NOT_FOUND', message: error.message }];
  if (error instanceof Conflict) {
    const { message, lockVersion, key } = error;
    return [{ code: 'CONFLICT', ...(key && { field: key.split('.') }), message, lockVersion }];
  }
  return undefined;
}

import type { FormName } from '../../../rest/request/form-name.ts';
import type { Row } from './walk.ts';

/** A type of the contract's field tables, and which values have it. */
export interface JsonType {
  readonly name: string;
  readonly nullable?: true;
  readonly holds: (value: unknown, form: FormName) => boolean;
}

const matching =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);

const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const holdsNumber = (value: unknown): boolean => typeof value === 'number';
const holdsDecimal = matching(/^-?\d+\.\d+$/);

export const integer: JsonType = { name: 'integer', holds: Number.isInteger };
export const number: JsonType = { name: 'number', holds: holdsNumber };
export const decimalString: JsonType = { name: 'decimal string', holds: holdsDecimal };
export const string: JsonType = { name: 'string', holds: (value) => typeof value === 'string' };
export const boolean: JsonType = { name: 'boolean', holds: (value) => typeof value === 'boolean' };

export const money: JsonType = {
  name: 'number (older) / decimal string (newer)',
  holds: (value, form) => (form === 'older' ? holdsNumber(value) : holdsDecimal(value)),
};

/** Currency-formatted text. */
export const display: JsonType = {
  name: 'string',
  holds: matching(/^-?\$\d{1,3}(,\d{3})*\.\d\d$/),
};

/** The older format has a UTC offset such as -05:00, the newer format ends in Z. */
export const timestamp: JsonType = {
  name: 'timestamp',
  holds: (value, form) =>
    matching(
      form === 'older'
        ? /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/
        : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    )(value),
};

/** A site-relative path which may carry a numeric query suffix. */
export const sitePath: JsonType = {
  name: 'string, a site-relative path',
  holds: matching(/^\/[^/?][^?]*(\?\d+)?$/),
};

/** An embedded record, recognised by a field that only it has. */
export const record = (name: string, field: string): JsonType => ({
  name,
  holds: (value) => isObject(value) && field in value,
});

/** An array of such values; an empty one would prove nothing. */
export const arrayOf = (name: string, field: string): JsonType => ({
  name: `array of ${name}`,
  holds: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((entry) => record(name, field).holds(entry, 'newer')),
});

/** An object that maps words to counts. */
export const counts: JsonType = {
  name: 'object mapping an inventory state name to an integer count',
  holds: (value) => isObject(value) && Object.values(value).every(Number.isInteger),
};

export const nullable = (type: JsonType): JsonType => ({ ...type, nullable: true });

/** What a value is, as far as the type tells: the type itself, null, or the value that does not match. */
export function kindOf(value: unknown, type: JsonType, form: FormName): string {
  if (type.holds(value, form)) return type.name;
  return value === undefined ? 'absent' : JSON.stringify(value);
}

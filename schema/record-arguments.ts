import type { InputObjectRef } from '@pothos/core';
import type { Arguments, Types } from './builder.ts';
import { OrderBy } from './look-up.ts';

/**
 * The argument by which a client writes only what it has read: the version of the record or, for parts of an order
 * that have none, the order's.
 */
const versionArgument = (arg: Arguments, record: 'the record' | 'the order') =>
  arg.int({
    description: `The \`lockVersion\` of ${record} that you read. If it was changed since, you get CONFLICT and nothing is changed.`,
  });

/** The arguments of a write that name its record by id. */
export const byId = (arg: Arguments, versioned: 'the record' | 'the order' = 'the record') => ({
  id: arg.id({ required: true }),
  ifVersion: versionArgument(arg, versioned),
});

/** The same by one of its names. */
export const byName = <Names>(arg: Arguments, type: InputObjectRef<Types, Names>) => ({
  by: arg({ type, required: true }),
  ifVersion: versionArgument(arg, 'the record'),
});

/** The order that a record must belong to, if it is named. */
export const orderAbove = (arg: Arguments) =>
  arg({ type: OrderBy, description: 'If given, the record must belong to this order.' });

/** The arguments of a write that name a part of an order. */
export const byPart = (arg: Arguments) => ({ ...byId(arg, 'the order'), order: orderAbove(arg) });

/** Those of a write that adds a part to an order. */
export const toOrder = (arg: Arguments) => ({
  order: arg({ type: OrderBy, required: true }),
  ifVersion: versionArgument(arg, 'the order'),
});

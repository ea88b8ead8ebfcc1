import { Prisma } from '../../prisma/generated/client/client.ts';

/**
 * The condition that a text column is a value, for the columns that have an index of trigrams beside the one of their values:
 * of a small table the database would find each of 500 values by its trigrams, which takes seconds.
 */
export const isExactly = (column: string, value: string): Prisma.Sql =>
  Prisma.raw(`${column} >= ${value} AND ${column} <= ${value}`);

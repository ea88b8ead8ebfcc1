import { expect, test } from '@jest/globals';
import { readPlan, scannedTables } from './plans.ts';

const notice = (message: string): Buffer =>
  Buffer.from(
    ['SNOTICE', 'VNOTICE', 'C00000', `M${message}`, 'Fauto_explain.c', '', ''].join('\0'),
  );

test('a table that is scanned sequentially is found anywhere in the plan', () => {
  const scan = (table: string) => ({ 'Node Type': 'Seq Scan', 'Relation Name': table });
  const plan = {
    'Node Type': 'Limit',
    Plans: [
      { 'Node Type': 'Index Scan', 'Relation Name': 'shipments' },
      { 'Node Type': 'Hash Join', Plans: [scan('orders'), scan('addresses')] },
      { 'Node Type': 'Aggregate', Plans: [scan('orders')] },
    ],
  };
  expect(scannedTables(plan)).toEqual(['orders', 'addresses']);
  expect(scannedTables({ 'Node Type': 'Index Only Scan', 'Relation Name': 'orders' })).toEqual([]);
});

test('a plan is read from the notice that tells it, and nothing from others', () => {
  const told = {
    'Query Text': 'SELECT 1\nFROM orders',
    Plan: { 'Node Type': 'Seq Scan', 'Relation Name': 'orders', 'Parallel Aware': true },
  };
  const message = `duration: 0.013 ms  plan:\n${JSON.stringify(told, null, 2)}`;
  expect(readPlan(notice(message))).toEqual({
    statement: 'SELECT 1\nFROM orders',
    scanned: ['orders'],
  });
  expect(readPlan(notice('relation "orders" already exists, skipping'))).toBeUndefined();
});

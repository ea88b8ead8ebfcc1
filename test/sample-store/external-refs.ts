import { SetExternalRefs } from './operations.ts';
import type { Run } from './run.ts';
import { timeAt } from './times.ts';

/** The names that an ERP system, a supplier and a CRM system have for records. Decision: C40, V24. */
const rows = [
  { record: { variant: { sku: 'KET' } }, source: 'erp', value: '4711' },
  { record: { variant: { sku: 'MUG' } }, source: 'erp', value: '4712' },
  { record: { variant: { sku: 'MUG' } }, source: 'supplier', value: 'CLAY-MUG-B' },
  { record: { product: { permalink: 'linen-apron' } }, source: 'erp', value: 'P-47' },
  { record: { order: { number: 'R100000036' } }, source: 'erp', value: 'SO-36' },
  { record: { user: { email: 'mira.holt@harbour.test' } }, source: 'crm', value: 'K-1001' },
] as const;

/** Gives records of each kind their names in other systems. */
export async function nameElsewhere(run: Run): Promise<void> {
  await run(SetExternalRefs, { rows }, { now: timeAt('2026-02-20 17:00') });
}

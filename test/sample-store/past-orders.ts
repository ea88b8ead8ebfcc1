import {
  beginPayment,
  type Desk,
  fireEvent,
  type Lines,
  payOrder,
  placeOrder,
  readyShipments,
  sendShipments,
  type Story,
} from './order-steps.ts';
import type { PersonName } from './people.ts';
import { timeAt } from './times.ts';

/**
 * How far a past order came.
 * - `sent`   paid and shipped
 * - `packed` paid, its shipments ready
 * - `paid`   paid, nothing ready
 * - `begun`  with a pending payment
 * - `owed`   completed, nothing paid
 */
type Outcome = 'sent' | 'packed' | 'paid' | 'begun' | 'owed';

const paidOutcomes: readonly Outcome[] = ['sent', 'packed', 'paid'];

type Row = readonly [begins: string, person: PersonName, lines: Lines, outcome: Outcome];

/** Forty completed orders of twelve months, oldest first. Decision: C41. */
const rows: readonly Row[] = [
  [
    '2025-02-03 10:15',
    'mira',
    [
      ['APR-M-NAT', 1],
      ['MUG', 2],
    ],
    'sent',
  ],
  ['2025-02-11 16:40', 'jonas', [['STO-OIL', 2]], 'sent'],
  ['2025-02-20 09:05', 'ines', [['SHI-M-SLI', 1]], 'owed'],
  ['2025-03-02 20:30', 'lena', [['NOT-DOT', 3]], 'sent'],
  ['2025-03-09 12:00', 'mira', [['TOT-NAT', 1]], 'owed'],
  ['2025-03-17 08:45', 'ravi', [['KET', 1]], 'sent'],
  ['2025-03-28 18:10', 'kai', [['APR-L-CHA', 2]], 'paid'],
  [
    '2025-04-04 11:20',
    'jonas',
    [
      ['SHI-L-REG', 1],
      ['SOC-S', 2],
    ],
    'sent',
  ],
  ['2025-04-12 14:55', 'sofia', [['MUG', 4]], 'owed'],
  ['2025-04-23 07:35', 'mira', [['TOW-M', 2]], 'sent'],
  ['2025-05-01 19:25', 'ines', [['GIF-50', 1]], 'owed'],
  ['2025-05-09 10:50', 'lena', [['APR-S-NAT', 1]], 'owed'],
  [
    '2025-05-18 21:15',
    'jonas',
    [
      ['KET', 1],
      ['MUG', 6],
    ],
    'sent',
  ],
  ['2025-05-30 13:40', 'kai', [['STO-RAW', 1]], 'owed'],
  ['2025-06-06 09:30', 'mira', [['NOT-LIN', 5]], 'paid'],
  ['2025-06-15 17:05', 'ravi', [['TOT-BLU', 1]], 'owed'],
  ['2025-06-26 12:20', 'sofia', [['SHI-XL-REG', 1]], 'sent'],
  ['2025-07-03 08:00', 'jonas', [['APR-XL-CHA', 1]], 'owed'],
  ['2025-07-11 22:45', 'ines', [['TOW-S', 3]], 'sent'],
  ['2025-07-22 15:10', 'mira', [['GIF-25', 2]], 'owed'],
  [
    '2025-08-01 11:55',
    'lena',
    [
      ['MUG', 2],
      ['NOT-PLA', 2],
    ],
    'owed',
  ],
  ['2025-08-09 18:35', 'kai', [['SOC-S', 4]], 'sent'],
  ['2025-08-20 10:25', 'jonas', [['TOT-CHA', 2]], 'owed'],
  ['2025-08-29 09:40', 'mira', [['SHI-S-SLI', 1]], 'owed'],
  ['2025-09-05 20:05', 'ravi', [['APR-M-CHA', 1]], 'paid'],
  ['2025-09-13 13:30', 'sofia', [['KET', 1]], 'owed'],
  ['2025-09-24 07:50', 'jonas', [['NOT-DOT', 10]], 'sent'],
  ['2025-10-02 16:15', 'mira', [['TOT-OLD', 1]], 'owed'],
  ['2025-10-10 12:40', 'ines', [['STO-OIL', 1]], 'owed'],
  ['2025-10-21 19:00', 'kai', [['TOW-L', 1]], 'owed'],
  ['2025-10-30 08:20', 'lena', [['SHI-M-REG', 2]], 'sent'],
  ['2025-11-06 14:45', 'jonas', [['MUG', 12]], 'owed'],
  [
    '2025-11-15 21:30',
    'mira',
    [
      ['APR-XL-NAT', 1],
      ['TOW-M', 1],
    ],
    'sent',
  ],
  ['2025-11-24 10:00', 'ravi', [['GIF-25', 1]], 'owed'],
  ['2025-12-01 17:25', 'sofia', [['TOT-NAT', 1]], 'owed'],
  ['2025-12-08 09:15', 'jonas', [['KET', 2]], 'packed'],
  ['2025-12-16 12:50', 'mira', [['GIF-50', 2]], 'owed'],
  ['2025-12-23 18:05', 'kai', [['APR-S-CHA', 2]], 'packed'],
  ['2026-01-09 11:10', 'ines', [['MUG', 1]], 'owed'],
  [
    '2026-01-27 15:35',
    'mira',
    [
      ['NOT-LIN', 1],
      ['SOC-S', 1],
    ],
    'begun',
  ],
];

/** The number of the order at an index of the list, from 0. */
const numberAt = (index: number): string => `R${100_000_001 + index}`;

/** The order with tax. */
const taxed = 'R100000013';
/** The approved order. */
const approved = 'R100000008';
/** The order with a payment that is still being processed. */
export const processedOrder = 'R100000040';

/** Creates the forty past orders. */
export async function loadPastOrders(desk: Desk): Promise<void> {
  for (const [index, [begins, person, lines, outcome]] of rows.entries()) {
    const number = numberAt(index);
    const story: Story = {
      number,
      person,
      begins: timeAt(begins),
      ...(number === taxed && { taxRate: '0.07' }),
    };
    const order = await placeOrder(desk, story, lines);
    if (number === approved) await fireEvent(desk, story, 'APPROVE', 0.5);
    if (outcome === 'begun') await beginPayment(desk, story, 1);
    if (paidOutcomes.includes(outcome)) await payOrder(desk, story, 1);
    if (outcome === 'packed') await readyShipments(desk, story, order, 20);
    if (outcome === 'sent') await sendShipments(desk, story, order, 20);
  }
}

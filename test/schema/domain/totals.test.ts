import { describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import type { OrderAmounts } from '../../../schema/domain/totals.ts';
import { computeTotals, lineTotal, totalsObjection } from '../../../schema/domain/totals.ts';

const amount = (text: string) => new Decimal(text);

function texts(amounts: Partial<OrderAmounts>) {
  const totals = computeTotals({ lines: [], adjustments: [], payments: [], ...amounts });
  return Object.fromEntries(Object.entries(totals).map(([key, value]) => [key, String(value)]));
}

describe('totals (R30)', () => {
  test('an order without anything costs nothing', () => {
    expect(texts({})).toEqual({
      itemTotal: '0',
      adjustmentTotal: '0',
      shipTotal: '0',
      taxTotal: '0',
      creditTotal: '0',
      total: '0',
      paymentTotal: '0',
      totalQuantity: '0',
    });
  });

  test('the order of R42 adds up', () => {
    expect(
      texts({
        lines: [{ price: amount('24.5'), quantity: 2 }],
        adjustments: [
          { kind: 'shipping', amount: amount('6.5'), eligible: true },
          { kind: 'manual', amount: amount('-5'), eligible: true },
        ],
      }),
    ).toEqual({
      itemTotal: '49',
      adjustmentTotal: '1.5',
      shipTotal: '6.5',
      taxTotal: '0',
      creditTotal: '5',
      total: '50.5',
      paymentTotal: '0',
      totalQuantity: '2',
    });
  });

  test('T60 step 5: two units at 20.00 with Express cost 55.00', () => {
    expect(
      texts({
        lines: [{ price: amount('20'), quantity: 2 }],
        adjustments: [{ kind: 'shipping', amount: amount('15'), eligible: true }],
        payments: [{ state: 'checkout', amount: amount('55') }],
      }),
    ).toMatchObject({ itemTotal: '40', adjustmentTotal: '15', total: '55', paymentTotal: '0' });
  });

  test('T60 step 14: money given back is a negative completed payment', () => {
    expect(
      texts({
        payments: [
          { state: 'completed', amount: amount('55') },
          { state: 'completed', amount: amount('-55') },
        ],
      }),
    ).toMatchObject({ paymentTotal: '0' });
  });

  test('credits beyond the items make the total negative', () => {
    expect(
      texts({
        lines: [{ price: amount('1'), quantity: 1 }],
        adjustments: [{ kind: 'manual', amount: amount('-2.5'), eligible: true }],
      }),
    ).toMatchObject({ total: '-1.5', creditTotal: '2.5' });
  });

  test('adjustments that are not eligible do not count', () => {
    expect(
      texts({ adjustments: [{ kind: 'manual', amount: amount('-2.5'), eligible: false }] }),
    ).toMatchObject({ adjustmentTotal: '0', creditTotal: '0', total: '0' });
  });

  test('only completed payments count', () => {
    const states = ['checkout', 'processing', 'pending', 'failed', 'void', 'invalid'] as const;
    expect(
      texts({ payments: states.map((state) => ({ state, amount: amount('1') })) }),
    ).toMatchObject({ paymentTotal: '0' });
  });

  test('cents add up exactly', () => {
    expect(
      texts({
        lines: [
          { price: amount('0.1'), quantity: 1 },
          { price: amount('0.2'), quantity: 1 },
        ],
      }),
    ).toMatchObject({ itemTotal: '0.3' });
  });
});

test('a line costs price times quantity, exact at its bounds', () => {
  expect(lineTotal({ price: amount('99999999.99'), quantity: 2147483647 }).toFixed()).toBe(
    '214748364678525163.53',
  );
});

test.each([
  ['999999999999.99', 2_147_483_647, null],
  ['1000000000000', 1, { quantity: ['is too large'] }],
  ['0', 2_147_483_648, { quantity: ['is too large'] }],
])('R2: an item total of %s for %d units: %j', (itemTotal, totalQuantity, objection) => {
  expect(totalsObjection({ itemTotal: amount(itemTotal), totalQuantity })).toEqual(objection);
});

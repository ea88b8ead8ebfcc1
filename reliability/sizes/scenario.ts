import { booksAreStraight } from '../findings.ts';
import type { Scenario } from '../scenario.ts';
import type { Answers, Ask } from './ask.ts';
import { askInto, findingsOf, NotServed } from './ask.ts';
import { buyAsCustomer, cancelMost, packMost, sendMost, writeLines } from './orders.ts';
import { writePayments, writeRows } from './rows.ts';
import type { Shop } from './shop.ts';
import { openShop } from './shop.ts';

/** Everything that a bound of size allows; another bound is another row. */
const sizes: readonly ((shop: Shop, ask: Ask) => Promise<void>)[] = [
  writeRows,
  writePayments,
  writeLines,
  buyAsCustomer,
  sendMost,
  cancelMost,
  packMost,
];

const times = 3;

/** The largest writes that the bounds allow, one after the other. Decision: A39, N53, N60, N61, P75. */
export const largestSizes: Scenario = {
  name: 'sizes',
  promise: 'Whatever the bounds of size allow succeeds within the limits of time.',
  databases: ['server', 'embedded'],
  run: async (setting) => {
    const answers: Answers = new Map();
    const ask = askInto(answers);
    const shop = await openShop(setting, ask);
    for (const write of sizes) {
      for (let time = 0; time < times; time += 1) {
        try {
          await write(shop, ask);
        } catch (error) {
          // its row of the report tells; the other sizes are still to be seen
          if (!(error instanceof NotServed)) throw error;
        }
      }
    }
    return [...findingsOf(answers), await booksAreStraight(setting)];
  },
};

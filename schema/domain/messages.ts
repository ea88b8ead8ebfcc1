/**
 * Messages by the attribute they concern: a GraphQL input name (`quantity`, `shipAddress.city`), or `base` for
 * the record as a whole.
 */
export type Messages = Readonly<Record<string, readonly string[]>>;

/** The result of reading a client's value: the value, or one message that says what is wrong with it. */
export type Reading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly message: string };

export function accept<Value>(value: Value): Reading<Value> {
  return { ok: true, value };
}

/** A failed reading, with the message for the attribute. */
export function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

/** The words used in `errors`. */
export const words = {
  blank: "can't be blank",
  invalid: 'is invalid',
  notNumber: 'is not a number',
  notInteger: 'must be an integer',
  notZero: 'must be other than 0',
  tooLarge: 'is too large',
  notListed: 'is not included in the list',
  notDate: 'is not a valid date',
  notBoolean: 'is not true or false',
  taken: 'has already been taken',
  reserved: 'is reserved',
  notSupported: 'is not supported',
  needs: (permission: string) => `needs the permission ${permission}`,
  sentWith: (other: string) => `cannot be sent with ${other}`,
  sentWithout: (other: string) => `cannot be sent without ${other}`,
  onlyFor: (act: string) => `is only for ${act}`,
  ofMaster: 'cannot be set on a master variant',
  masterOfOthers: "is a master variant: choose one of its product's variants",
  nullOperand: 'cannot be null; {null: true} finds what has no value',
  belowShipped: 'cannot be less than the number of shipped units',
  shippedLine: 'cannot be changed after shipping',
  joinedLine: 'must be the price of the line item that it joins',
  setPrice: 'cannot be raised: the store has set the price',
  creditedLine: 'cannot be changed after a return or cancellation',
  atLeast: (bound: string) => `must be greater than or equal to ${bound}`,
  above: (bound: string) => `must be greater than ${bound}`,
  atMost: (bound: string) => `must be less than or equal to ${bound}`,
  decimals: (places: number) => `must have at most ${String(places)} decimal places`,
  lacks: (options: string) => `must include ${options}`,
  lackedElsewhere: (options: string) => `must not add ${options}, which another variant lacks`,
  tooLong: (characters: number) => `is too long (maximum is ${String(characters)} characters)`,
  listedBefore: (row: number) => `writes the same as row ${String(row)}`,
  tooManyEntries: (entries: number) => `is too long (maximum is ${String(entries)} entries)`,
  noRoomForAnother: (most: number) =>
    `is new, and the store has no room for more than ${String(most)}`,
} as const;

/** Whole sentences about a record, under `base`. */
export const sentences = {
  noItems: 'There are no items for this order. Please add an item to the order to continue.',
  tooManyCarts: 'You have too many open carts.',
  tooManyPieces: 'The order has too many units.',
  noRates: 'We are unable to calculate shipping rates for the selected items.',
  noPendingPayments: 'No pending payments',
  notCovered: 'Payments do not cover the order total.',
  belowNothing: 'The discounts are more than the order costs.',
  notComplete: 'The order is not complete.',
  notPaid: 'The order is not paid.',
  backordered: 'The shipment has backordered units.',
  somethingLeft: 'Part of the shipment has already shipped.',
  closed: 'The order is closed.',
  notDelivered: 'The shipping method of a shipment does not deliver there.',
  lineShipped: 'The line item cannot be removed because something has shipped.',
  defaultLocation: 'The default location is always active.',
  promised: 'Units that are sold from the location have not left it.',
  sendAgain: 'Send the event again to complete the order at its present prices.',
  orderShipped: 'The order cannot be emptied because something has shipped.',
  notCanceled: 'The order cannot be canceled because something has shipped.',
  notManual: 'Only adjustments that were made by hand can be deleted.',
  discountCredited: 'The discount cannot be deleted because a credit contains a share of it.',
  rightsBeyond: 'The user has rights that you lack.',
  paymentState: (state: string) => `This payment cannot be updated because it is ${state}.`,
  creditLimit: (amount: string) =>
    `This payment can only be credited up to ${amount}. Please specify an amount less than or equal to this number.`,
} as const;

import type { Filled } from './filled-records.ts';

type Input = Readonly<Record<string, unknown>>;

type RecordOf<Name extends keyof Filled> = Awaited<ReturnType<Filled[Name]>>;

/** A mutation that takes an input, and its arguments with the input in its place, for a filled record. */
export type Sending = readonly [
  type: string,
  mutation: string,
  given: (filled: Filled) => Promise<(input: Input) => Input>,
];

function sending<Name extends keyof Filled>(
  type: string,
  mutation: string,
  name: Name,
  put: (record: RecordOf<Name>, input: Input) => Input,
): Sending {
  const given = async (filled: Filled) => {
    const record = (await filled[name]()) as RecordOf<Name>;
    return (input: Input) => put(record, input);
  };
  return [type, mutation, given];
}

/** Each input that can change a record. */
export const sendings: readonly Sending[] = [
  sending('UpdateOrderInput', 'updateOrder', 'order', ({ order: by }, input) => ({ by, input })),
  sending('OrderLineItemInput', 'updateOrder', 'order', ({ order: by, line }, input) => ({
    by,
    input: { lineItems: [{ ...line, ...input }] },
  })),
  sending('OrderShipmentInput', 'updateOrder', 'order', ({ order: by, parcel }, input) => ({
    by,
    input: { shipments: [{ ...parcel, ...input }] },
  })),
  sending('UpdateLineItemInput', 'updateLineItem', 'order', ({ line }, input) => ({
    ...line,
    input,
  })),
  sending('AddressInput', 'updateAddress', 'order', ({ order, address }, input) => ({
    order,
    ...address,
    input,
  })),
  sending('CountryRefInput', 'updateAddress', 'order', ({ order, address }, country) => ({
    order,
    ...address,
    input: { country },
  })),
  sending('StateRefInput', 'updateAddress', 'order', ({ order, address }, state) => ({
    order,
    ...address,
    input: { state },
  })),
  sending('UpdatePaymentInput', 'updatePayment', 'payment', (named, input) => ({
    ...named,
    input,
  })),
  sending('PaymentMethodRefInput', 'updatePayment', 'payment', (named, paymentMethod) => ({
    ...named,
    input: { paymentMethod },
  })),
  sending('UpdateShipmentInput', 'updateShipment', 'order', ({ parcel: by }, input) => ({
    by,
    input,
  })),
  sending('ShipmentUnitInput', 'updateShipment', 'order', ({ parcel: by, unit }, input) => ({
    by,
    input: { inventoryUnits: [{ ...unit, ...input }] },
  })),
  sending('UpdateInventoryUnitInput', 'updateInventoryUnit', 'order', ({ unit }, input) => ({
    ...unit,
    input,
  })),
  sending('ShipmentRefInput', 'updateInventoryUnit', 'order', ({ unit }, shipment) => ({
    ...unit,
    input: { shipment },
  })),
  sending('UpdateProductInput', 'updateProduct', 'product', ({ by }, input) => ({ by, input })),
  sending('ProductVariantInput', 'updateProduct', 'product', ({ by, variant }, input) => ({
    by,
    input: { variants: [{ ...variant, ...input }] },
  })),
  sending('UpdateVariantInput', 'updateVariant', 'product', ({ variant: by }, input) => ({
    by,
    input,
  })),
  sending('OptionInput', 'updateVariant', 'product', ({ variant: by }, option) => ({
    by,
    input: { options: [{ name: 'Size', value: 'L', ...option }] },
  })),
  sending('UpdateImageInput', 'updateImage', 'image', ({ id }, input) => ({ id, input })),
  sending('UpdateStockLocationInput', 'updateStockLocation', 'location', ({ id }, input) => ({
    id,
    input,
  })),
  sending('UpdateUserInput', 'updateUser', 'user', ({ by }, input) => ({ by, input })),
  sending('UpdateRoleInput', 'updateRole', 'role', ({ id }, input) => ({ id, input })),
];

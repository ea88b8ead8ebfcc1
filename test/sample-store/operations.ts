import { parse } from 'graphql';
import type { Operation } from './run.ts';

interface Made {
  readonly id: string;
}

/** An order, with the parts that later steps need. */
export interface OrderParts {
  readonly number: string;
  readonly lineItems: readonly Made[];
  readonly shipments: readonly {
    readonly id: string;
    readonly shippingRates: readonly { readonly id: string; readonly selected: boolean }[];
    readonly inventoryUnits: readonly {
      readonly id: string;
      readonly variant: { readonly sku: string };
    }[];
  }[];
}

const orderParts = `
  number lineItems { id }
  shipments { id shippingRates { id selected } inventoryUnits { id variant { sku } } }`;

export const CreateRole: Operation<{ createRole: Made }> = parse(`
  mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }`);

export const CreateUser: Operation<{ createUser: Made }> = parse(`
  mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }`);

export const CreateProduct: Operation<{ createProduct: Made }> = parse(`
  mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } userErrors { code field message allowed lockVersion } } }`);

export const DeleteProduct: Operation<{ deleteProduct: Made }> = parse(`
  mutation ($by: ProductBy!) { deleteProduct(by: $by) { product { id } userErrors { code field message allowed lockVersion } } }`);

export const DeleteVariant: Operation<{ deleteVariant: Made }> = parse(`
  mutation ($by: VariantBy!) { deleteVariant(by: $by) { variant { id } userErrors { code field message allowed lockVersion } } }`);

export const CreateImage: Operation<{ createImage: Made }> = parse(`
  mutation ($input: CreateImageInput!) { createImage(input: $input) { image { id } userErrors { code field message allowed lockVersion } } }`);

export const AdjustStock: Operation<{ adjustStock: Made }> = parse(`
  mutation ($input: AdjustStockInput!) { adjustStock(input: $input) { stockItem { id } userErrors { code field message allowed lockVersion } } }`);

export const CreateOrder: Operation<{ createOrder: Made }> = parse(`
  mutation ($input: CreateOrderInput!) { createOrder(input: $input) { order { id } userErrors { code field message allowed lockVersion } } }`);

/** An order created and completed at once. */
export const PlaceOrder: Operation<{ fireOrderEvent: OrderParts }> = parse(`
  mutation ($by: OrderBy!, $input: CreateOrderInput!) {
    createOrder(input: $input) { order { id } userErrors { code field message allowed lockVersion } }
    fireOrderEvent(by: $by, event: COMPLETE) { order { ${orderParts} } userErrors { code field message allowed lockVersion } }
  }`);

export const UpdateCheckout: Operation<{ updateCheckout: OrderParts }> = parse(`
  mutation ($by: OrderBy!, $input: UpdateOrderInput!) {
    updateCheckout(by: $by, input: $input) { order { ${orderParts} } userErrors { code field message allowed lockVersion } }
  }`);

export const FireOrderEvent: Operation<{ fireOrderEvent: Made }> = parse(`
  mutation ($by: OrderBy!, $event: OrderEvent!) { fireOrderEvent(by: $by, event: $event) { order { id } userErrors { code field message allowed lockVersion } } }`);

export const CreateAdjustment: Operation<{ createAdjustment: Made }> = parse(`
  mutation ($order: OrderBy!, $input: CreateAdjustmentInput!) { createAdjustment(order: $order, input: $input) { adjustment { id } userErrors { code field message allowed lockVersion } } }`);

export const CreatePayment: Operation<{ createPayment: Made }> = parse(`
  mutation ($order: OrderBy!, $input: CreatePaymentInput!) {
    createPayment(order: $order, input: $input) { payment { id } userErrors { code field message allowed lockVersion } }
  }`);

export const UpdatePayment: Operation<{ updatePayment: Made }> = parse(`
  mutation ($order: OrderBy!, $id: ID!, $input: UpdatePaymentInput!) {
    updatePayment(order: $order, id: $id, input: $input) { payment { id } userErrors { code field message allowed lockVersion } }
  }`);

export const FirePaymentEvent: Operation<{ firePaymentEvent: Made }> = parse(`
  mutation ($order: OrderBy!, $id: ID!, $event: PaymentEvent!) {
    firePaymentEvent(order: $order, id: $id, event: $event) { payment { id } userErrors { code field message allowed lockVersion } }
  }`);

export const CreateShipment: Operation<{ createShipment: Made }> = parse(`
  mutation ($order: OrderBy!, $input: CreateShipmentInput!) {
    createShipment(order: $order, input: $input) { shipment { id } userErrors { code field message allowed lockVersion } }
  }`);

export const UpdateShipment: Operation<{ updateShipment: Made }> = parse(`
  mutation ($by: ShipmentBy!, $input: UpdateShipmentInput!) { updateShipment(by: $by, input: $input) { shipment { id } userErrors { code field message allowed lockVersion } } }`);

export const FireShipmentEvent: Operation<{ fireShipmentEvent: Made }> = parse(`
  mutation ($by: ShipmentBy!, $event: ShipmentEvent!, $input: UpdateShipmentInput) {
    fireShipmentEvent(by: $by, event: $event, input: $input) { shipment { id } userErrors { code field message allowed lockVersion } }
  }`);

export const UpdateInventoryUnit: Operation<{ updateInventoryUnit: Made }> = parse(`
  mutation ($id: ID!, $input: UpdateInventoryUnitInput!) {
    updateInventoryUnit(id: $id, input: $input) { inventoryUnit { id } userErrors { code field message allowed lockVersion } }
  }`);

export const FireInventoryUnitEvent: Operation<{ fireInventoryUnitEvent: Made }> = parse(`
  mutation ($id: ID!, $event: InventoryUnitEvent!) { fireInventoryUnitEvent(id: $id, event: $event) { inventoryUnit { id } userErrors { code field message allowed lockVersion } } }`);

export const SetExternalRefs: Operation<{ setExternalRefs: object }> = parse(`
  mutation ($rows: [SetExternalRefInput!]!) {
    setExternalRefs(rows: $rows) { results { userErrors { code field message } } userErrors { code field message allowed lockVersion } }
  }`);

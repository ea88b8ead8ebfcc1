// The fields of the newer format, selected by name. A page of whole orders exceeds the cost limit of /graphql
// for one request (A43), so 25 orders are read without images, rates and contents of shipments.

const variantLeaves = `
  id name sku price costPrice displayPrice weight height width depth isMaster countOnHand productId
  deletedAt permalink description optionsText inStock trackInventory backorderable position
  optionValues { id name presentation optionType { id name presentation } }`;

const variant = `fragment V on Variant { ${variantLeaves}
  images { id position attachmentContentType attachmentFileName attachmentUpdatedAt attachmentWidth
    attachmentHeight alt variantId miniUrl smallUrl productUrl largeUrl } }`;

const plainVariant = `fragment V on Variant { ${variantLeaves} }`;

const address = `fragment A on Address { id firstname lastname address1 address2 city zipcode
  stateName phone alternativePhone createdAt updatedAt fullName company
  country { id isoName iso iso3 name numcode statesRequired } state { id name abbr country { id } } }`;

const shipmentLeaves = `id number orderNumber state cost displayCost tracking shippedAt stockLocationName
  shippingMethod { name zone { id } shippingCategory { id } }`;

const shipment = `fragment S on Shipment { ${shipmentLeaves}
  shippingRates { id name cost selected shipment { id } displayCost
    shippingMethod { id name zone { id name } shippingCategory { id name } } }
  manifest { quantity states { state count } variant { ...V } } }`;

const plainShipment = `fragment S on Shipment { ${shipmentLeaves} }`;

const lineItem = `fragment L on LineItem { id quantity price singleDisplayAmount displayTotal total
  variant { ...V } }`;

const order = `fragment O on Order { id number state itemTotal total adjustmentTotal paymentTotal
  displayItemTotal displayTotal userId email specialInstructions shipmentState paymentState totalQuantity
  token createdAt updatedAt completedAt shipTotal taxTotal displayAdjustmentTotal displayShipTotal
  displayTaxTotal channel currency
  billAddress { ...A } shipAddress { ...A }
  lineItems { ...L }
  shipments { ...S }
  adjustments { id sourceType sourceId orderId amount displayAmount label mandatory eligible createdAt
    updatedAt }
  payments { id amount displayAmount state sourceType sourceId paymentMethod { id name }
    responseCode avsResponse createdAt updatedAt } }`;

const whole = `${order} ${lineItem} ${address} ${shipment} ${variant}`;
const page = 'count totalCount pages currentPage perPage';

/** A document for each job; its variables come from the request. */
export const documents = {
  order: `query ($number: String!) { order(by: { number: $number }) { ...O } } ${whole}`,
  orders: `query ($page: Int) { orders(page: $page, perPage: 25) { nodes { ...O } ${page} } }
    ${order} ${lineItem} ${address} ${plainShipment} ${plainVariant}`,
  variants: `query ($page: Int) { variants(page: $page, perPage: 25) { nodes { ...V } ${page} } }
    ${variant}`,
  create: `mutation ($lines: [AddLineItemInput!]) { createOrder(input: {lineItems: $lines}) { order { ...O } userErrors { code } } }
    ${whole}`,
  addLine: `mutation ($cart: String!, $input: AddLineItemInput!) {
    addLineItem(order: { number: $cart }, input: $input) { lineItem { ...L } userErrors { code } } }
    ${lineItem} ${variant}`,
  complete: `mutation ($open: String!) {
    completeOrder(by: { number: $open }) { order { ...O } userErrors { code } } }
    ${whole}`,
} as const;

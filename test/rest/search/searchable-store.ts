import { assertInputObjectType, buildSchema } from 'graphql';
import { readPairs } from '../../../rest/request/brackets.ts';
import { readSearch } from '../../../rest/search/search.ts';
import type { Search, SearchFailure, SearchQuestion } from '../../../rest/search/search.ts';

const words = 'eq: String notEq: String in: [String!] notIn: [String!]';
const likes =
  'cont: String notCont: String start: String notStart: String end: String notEnd: String';
const nothing = 'null: Boolean blank: Boolean';
const longTexts = `${words} lt: String lteq: String gt: String gteq: String ${likes} ${nothing}`;
const texts = `${longTexts} matches: String notMatches: String`;
const ordered = (type: string): string =>
  `eq: ${type} notEq: ${type} in: [${type}!] notIn: [${type}!] lt: ${type} lteq: ${type} gt: ${type} gteq: ${type} ${nothing}`;

const stateWords = (type: string): string =>
  `eq: ${type} notEq: ${type} in: [${type}!] notIn: [${type}!] ${likes} ${nothing}`;

/** The inputs of a few lists, as in the schema. */
export const searchableStore = buildSchema(`
  scalar Money
  scalar DateTime
  input TextFilter { ${texts} }
  input LongTextFilter { ${longTexts} }
  enum OrderState { CART ADDRESS COMPLETE A B C }
  enum OrderShipmentState { READY PARTIAL }
  enum OrderPaymentState { PAID BALANCE_DUE }
  enum ShipmentState { PENDING READY_TO_SHIP SHIPPED }
  enum InventoryUnitState { ON_HAND SOLD BACKORDERED SHIPPED RETURNED }
  input OrderStateFilter { ${stateWords('OrderState')} }
  input OrderShipmentStateFilter { ${stateWords('OrderShipmentState')} }
  input OrderPaymentStateFilter { ${stateWords('OrderPaymentState')} }
  input ShipmentStateFilter { ${stateWords('ShipmentState')} }
  input InventoryUnitStateFilter { ${stateWords('InventoryUnitState')} }
  input NumberFilter { ${ordered('Float')} }
  input IntFilter { ${ordered('Int')} }
  input MoneyFilter { ${ordered('Money')} }
  input TimeFilter { ${ordered('DateTime')} }
  input IdFilter { ${ordered('ID')} }
  input RefFilter { ${ordered('ID')} }
  input FlagFilter { eq: Boolean notEq: Boolean ${nothing} }

  input UserMatch { id: IdFilter email: TextFilter name: TextFilter }
  input AddressMatch { id: IdFilter firstname: TextFilter lastname: TextFilter }
  input VariantMatch { id: IdFilter sku: TextFilter }
  input LineItemMatch { id: IdFilter quantity: IntFilter price: MoneyFilter variant: VariantMatch }
  input ShipmentMatch { id: IdFilter state: ShipmentStateFilter }
  input ProductMatch { id: IdFilter name: TextFilter }
  input StateMatch { id: IdFilter required: FlagFilter }

  input OrderFilter {
    and: [OrderFilter!] or: [OrderFilter!]
    id: IdFilter number: TextFilter state: OrderStateFilter email: TextFilter userId: IdFilter total: MoneyFilter
    specialInstructions: LongTextFilter
    shipmentState: OrderShipmentStateFilter paymentState: OrderPaymentStateFilter totalQuantity: IntFilter
    createdAt: TimeFilter updatedAt: TimeFilter completedAt: TimeFilter userName: TextFilter
    user: UserMatch billAddress: AddressMatch lineItems: LineItemMatch shipments: ShipmentMatch
  }
  input ShipmentFilter { and: [ShipmentFilter!] or: [ShipmentFilter!] id: IdFilter state: ShipmentStateFilter createdAt: TimeFilter }
  input InventoryUnitFilter { and: [InventoryUnitFilter!] or: [InventoryUnitFilter!] id: IdFilter orderId: RefFilter state: InventoryUnitStateFilter }
  input VariantFilter {
    and: [VariantFilter!] or: [VariantFilter!]
    id: IdFilter sku: TextFilter weight: NumberFilter costPrice: MoneyFilter inStock: FlagFilter
    product: ProductMatch
  }
  input CountryFilter { and: [CountryFilter!] or: [CountryFilter!] id: IdFilter name: TextFilter statesRequired: FlagFilter states: StateMatch }

  enum SortDirection { ASC DESC }
  enum OrderSortField { ID NUMBER STATE EMAIL TOTAL CREATED_AT UPDATED_AT COMPLETED_AT USER_NAME USER_EMAIL SHIPMENT_STATE PAYMENT_STATE USER_ID TOTAL_QUANTITY }
  input OrderSort { field: OrderSortField! direction: SortDirection = ASC }
  enum ShipmentSortField { ID STATE CREATED_AT }
  input ShipmentSort { field: ShipmentSortField! direction: SortDirection = ASC }
  enum InventoryUnitSortField { ID STATE }
  input InventoryUnitSort { field: InventoryUnitSortField! direction: SortDirection = ASC }
  enum VariantSortField { ID SKU COST_PRICE PRODUCT_NAME }
  input VariantSort { field: VariantSortField! direction: SortDirection = ASC }
  enum CountrySortField { ID NAME }
  input CountrySort { field: CountrySortField! direction: SortDirection = ASC }

  type Query {
    orders(filter: OrderFilter, sort: [OrderSort!], page: Int = 1, perPage: Int = 25): Int
    shipments(filter: ShipmentFilter, sort: [ShipmentSort!], page: Int = 1, perPage: Int = 25): Int
    inventoryUnits(filter: InventoryUnitFilter, sort: [InventoryUnitSort!], page: Int = 1, perPage: Int = 25): Int
    variants(filter: VariantFilter, sort: [VariantSort!], page: Int = 1, perPage: Int = 25): Int
    countries(filter: CountryFilter, sort: [CountrySort!], page: Int = 1, perPage: Int = 25): Int
  }
`);

/** Searches a list of the small store above, in UTC with 25 per page by default. */
export const search = (
  list: 'Order' | 'Shipment' | 'InventoryUnit' | 'Variant' | 'Country',
  query: string,
  given: Partial<SearchQuestion> = {},
): Search | SearchFailure =>
  readSearch({
    filterType: assertInputObjectType(searchableStore.getType(`${list}Filter`)),
    sortType: assertInputObjectType(searchableStore.getType(`${list}Sort`)),
    pairs: readPairs(query),
    zone: 'UTC',
    moneyDecimals: 2,
    defaults: { perPage: 25 },
    ...given,
  });

/** The filter that results from a search of orders. */
export function filterOf(query: string): unknown {
  const found = search('Order', query);
  return 'errors' in found ? found : found.variables.filter;
}

import type { Route } from '../../route.ts';
import { catalogueExamples } from './catalogue.ts';
import type { ExampleRequest, ExampleTable, OperationExamples, PathValues } from './example.ts';
import { inventoryUnitExamples } from './inventory-units.ts';
import { orderExamples } from './orders.ts';
import { paymentExamples } from './payments.ts';
import { shipmentExamples } from './shipments.ts';

const table: ExampleTable = {
  ...orderExamples,
  ...shipmentExamples,
  ...inventoryUnitExamples,
  ...catalogueExamples,
  ...paymentExamples,
};

/** Values of path parameters in examples: records of the sample store. */
const usualParts: PathValues = {
  order: 'R100000047',
  shipment: 'H10000000044',
  inventory_unit: 105,
  product: 'linen-apron',
  country: 'US',
  'line_items id': 54,
  'addresses id': 87,
  'payments id': 23,
  'variants id': 4,
  'states id': 136,
};

/** Ids of records that do not exist. */
const missing: PathValues = {
  order: 'R0',
  shipment: 'H0',
  product: 'no-such-product',
  country: 'ZZ',
};

/** The path parameters, each with the literal before it. */
const partsOf = ({ path }: Route): readonly (readonly [before: string, name: string])[] => {
  const steps = path.split('/');
  return steps.flatMap((step, place) =>
    step.startsWith(':') ? [[steps[place - 1] ?? '', step.slice(1)] as const] : [],
  );
};

/** A request of an example, ready to send. */
export interface CompleteRequest extends ExampleRequest {
  readonly path: PathValues;
}

/** The examples of an operation, with every path parameter. */
export interface CompleteExamples extends OperationExamples {
  readonly accepted: CompleteRequest;
  readonly refused: CompleteRequest;
}

function refuse(route: Route, parts: PathValues): CompleteRequest {
  const last = Object.keys(parts).at(-1);
  if (last === undefined) {
    return route.list
      ? { says: 'A search for an unknown attribute', path: {}, query: { 'search[shoe_size]': '9' } }
      : { says: 'No key', anonymous: true, path: {} };
  }
  return {
    says: 'A record that does not exist',
    path: { ...parts, [last]: missing[last] ?? 999999 },
  };
}

/**
 * The examples of an operation: those of the tables; where they leave something out, the usual record, a list
 * of one record, and a record that does not exist.
 */
export function examplesOf(route: Route, operationId: string): CompleteExamples {
  const own = table[operationId] ?? {};
  const usual = partsOf(route).map(
    ([before, name]) => [name, usualParts[name] ?? usualParts[`${before} ${name}`] ?? 1] as const,
  );
  const parts: PathValues = { ...Object.fromEntries(usual), ...own.path };
  const complete = (request: ExampleRequest): CompleteRequest => ({
    ...request,
    path: { ...parts, ...request.path },
  });
  const accepted = complete(
    own.accepted ?? {
      says: route.list ? 'One record on a page' : 'A record of the sample store',
      ...(route.list && { query: { per_page: '1' } }),
    },
  );
  return {
    ...own,
    accepted,
    refused: own.refused ? complete(own.refused) : refuse(route, accepted.path),
  };
}

/** The operation ids that the tables have examples for. */
export const exampleIds: readonly string[] = Object.keys(table);

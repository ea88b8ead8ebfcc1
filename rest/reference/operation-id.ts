import type { Route } from '../route.ts';
import { capitalize } from '../words/naming.ts';

/** Ids that do not follow from method and path. */
const written: Readonly<Record<string, string>> = {
  'GET /api/orders/mine': 'listMyOrders',
  'GET /api/products/:product/variants/new': 'describeNewProductVariant',
  'PUT /api/orders/:order/shipments': 'updateNamedOrderShipment',
};

const toPascal = (words: string): string => words.split('_').map(capitalize).join('');

const toSingular = (plural: string): string =>
  plural
    .replace(/ies$/, 'y')
    .replace(/(ss)?e?s$/, (ending, double?: string) =>
      double === undefined ? ending.replace(/s$/, '') : double,
    );

/** What the path names, such as `OrderLineItem`; the last part stays plural for a list. */
function objectOf(parts: readonly string[]): string {
  const nouns = parts.filter((part) => !part.startsWith(':'));
  const isList = !parts.at(-1)?.startsWith(':');
  return nouns
    .map((noun, place) => (isList && place === nouns.length - 1 ? noun : toSingular(noun)))
    .map(toPascal)
    .join('');
}

const verbs: Readonly<Record<Route['method'], string>> = {
  GET: 'get',
  POST: 'create',
  PUT: 'update',
  DELETE: 'delete',
};

function nameOf({ method, path }: Route): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== 'api');
  const last = parts.at(-1) ?? '';
  if (last.startsWith(':')) return verbs[method] + objectOf(parts);
  if (method === 'GET') return `list${objectOf(parts)}`;
  if (method === 'POST') return verbs.POST + toSingular(objectOf(parts));
  const object = objectOf(parts.slice(0, -1));
  const [verb = '', ...rest] = last === 'event' ? ['fire', 'event'] : last.split('_');
  return verb + object + rest.map(capitalize).join('');
}

/**
 * The operation id, verb and object: `PUT /api/orders/:order/cancel` is `cancelOrder`, `GET
 * /api/orders/:order/line_items` is `listOrderLineItems`. A path that also exists without `/api` ends in `UnderApi`.
 */
export function operationIdOf(route: Route, routes: readonly Route[]): string {
  const id = written[`${route.method} ${route.path}`] ?? nameOf(route);
  const bare = route.path.replace(/^\/api/, '');
  const isSecond = bare !== route.path && routes.some(({ path }) => path === bare);
  return isSecond ? `${id}UnderApi` : id;
}

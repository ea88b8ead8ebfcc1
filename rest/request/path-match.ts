import { Router } from '@koa/router';
import type { Route } from '../route.ts';

/** A path of the route table and its methods. */
export interface PathEntry {
  /** As in the route table: `/api/orders/:order`. */
  readonly path: string;
  /** By method, in the order of the table. */
  readonly routes: ReadonlyMap<string, Route>;
  readonly allow: string;
}

export interface PathMatch {
  readonly place: PathEntry;
  /** The decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
}

/** The methods that are treated as another one. */
const readAs: ReadonlyMap<string, string> = new Map([
  ['HEAD', 'GET'],
  ['PATCH', 'PUT'],
]);

function allowed(methods: readonly string[]): string {
  const aliases = [...readAs].flatMap(([alias, method]) =>
    methods.includes(method) ? [alias] : [],
  );
  return [...methods, ...aliases, 'OPTIONS'].join(', ');
}

const slashesIn = (path: string): number => path.split('/').length - 1;

/** The paths of a route table, found by a router. The order of the table is kept. */
export class Places {
  private readonly byPath = new Map<string, PathEntry>();
  /** By how many slashes the path has: no parameter matches one. */
  private readonly layers = new Map<number, Router['stack']>();

  constructor(routes: readonly Route[]) {
    const router = new Router({ sensitive: true, strict: true });
    for (const path of new Set(routes.map((row) => row.path))) {
      const rows = routes.filter((row) => row.path === path);
      const methods = rows.map(({ method }) => method);
      this.byPath.set(path, {
        path,
        routes: new Map(rows.map((row) => [row.method, row])),
        allow: allowed(methods),
      });
      // The router only finds the path; the pipeline answers.
      router.register(path, methods, (_ctx, next) => next());
    }
    for (const layer of router.stack) {
      const slashes = slashesIn(String(layer.path));
      this.layers.set(slashes, [...(this.layers.get(slashes) ?? []), layer]);
    }
  }

  /**
   * The entry for a path, undefined if the store does not have it. The first matching entry is used, so `/new` comes
   * before `/:variant`. Each segment is decoded separately, so an encoded slash does not separate segments. A segment
   * with blanks at its ends matches nothing. Words of the table match literally. Decision: F3.
   */
  match(path: string): PathMatch | undefined {
    const layer = this.layers.get(slashesIn(path))?.find((one) => one.match(path));
    const place = layer && this.byPath.get(String(layer.path));
    if (!place) return undefined;
    const params = layer.params(path, layer.captures(path));
    return Object.values(params).every((part) => part !== '' && part.trim() === part)
      ? { place, params }
      : undefined;
  }
}

/** Whether an order token may give access to a path: by the records that its parameters name. */
export const opensByToken = (params: Readonly<Record<string, unknown>>): boolean =>
  'order' in params || 'shipment' in params || 'inventory_unit' in params;

/** The route for a method of the path: HEAD is GET, PATCH is PUT. */
export const routeFor = ({ routes }: PathEntry, method: string): Route | undefined =>
  routes.get(readAs.get(method) ?? method);

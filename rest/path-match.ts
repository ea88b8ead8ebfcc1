import { Router } from '@koa/router';
import type { Route } from './route.ts';

/** A path of the route table and what may be done there. */
export interface Place {
  /** As the route table writes it: `/api/orders/:order`. */
  readonly path: string;
  /** By method, in the order of the table. */
  readonly routes: ReadonlyMap<string, Route>;
  /** What `Allow` says. */
  readonly allow: string;
}

export interface PathMatch {
  readonly place: Place;
  /** The decoded parts of the path. */
  readonly params: Readonly<Record<string, string>>;
}

/** The methods that are read as another. Decision: F12. */
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

/** The places of a route table, found by a router. The order of the table is kept. */
export class Places {
  private readonly router = new Router({ sensitive: true, strict: true });
  private readonly byPath = new Map<string, Place>();

  constructor(routes: readonly Route[]) {
    for (const path of new Set(routes.map((row) => row.path))) {
      const rows = routes.filter((row) => row.path === path);
      const methods = rows.map(({ method }) => method);
      this.byPath.set(path, {
        path,
        routes: new Map(rows.map((row) => [row.method, row])),
        allow: allowed(methods),
      });
      // The router only finds the place: what answers there is the pipeline.
      this.router.register(path, methods, (_ctx, next) => next());
    }
  }

  /**
   * The place a path names, undefined for a path the store does not have. The first place of the
   * table wins, so that `/new` stands before `/:variant`. Each part is decoded by itself, so an
   * encoded slash does not part segments. A part with blanks at its ends names nothing. Route words
   * are taken literally.
   * Decision: F3, F40.
   */
  match(path: string): PathMatch | undefined {
    const [layer] = this.router.match(path, 'GET').path;
    const place = layer && this.byPath.get(String(layer.path));
    if (!place) return undefined;
    const params = layer.params(path, layer.captures(path));
    return Object.values(params).every((part) => part !== '' && part.trim() === part)
      ? { place, params }
      : undefined;
  }
}

/** The route for a method of the place: HEAD is GET, PATCH is PUT. Decision: F12. */
export const routeFor = ({ routes }: Place, method: string): Route | undefined =>
  routes.get(readAs.get(method) ?? method);

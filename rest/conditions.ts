import type { Route } from './route.ts';

/** The ETags in a header, including `*`; a tag without quotes is ignored. */
const entriesOf = (header: string): string[] => header.split(',').map((entry) => entry.trim());

/** Whether `If-None-Match` contains this tag, weak or strong. */
export const namesKnown = (header: string, tag: string): boolean =>
  entriesOf(header).some((entry) => [tag, `W/${tag}`, '*'].includes(entry));

/** Whether `If-Match` contains this tag, not weak. A record that the caller cannot read has no tag. */
export const namesCurrent = (header: string, tag: string | undefined): boolean =>
  tag !== undefined && entriesOf(header).includes(tag);

export const changesRecord = ({ method }: Route): boolean =>
  method === 'PUT' || method === 'DELETE';

/**
 * The ETags that a write requires; undefined if it requires none. `*` requires that the record exists, as every
 * write does anyway. Only changes of a record require one.
 */
export function readIfMatch(route: Route, header: string | undefined): string | undefined {
  if (header === undefined || !changesRecord(route)) return undefined;
  return entriesOf(header).includes('*') ? undefined : header;
}

/** The route at a path, or at the nearest one above it. */
const nearest = (routes: ReadonlyMap<string, Route>, path: string): Route | undefined =>
  routes.get(path) ??
  (path === '' ? undefined : nearest(routes, path.slice(0, path.lastIndexOf('/'))));

/**
 * For each route that writes, the one that reads the record: the GET at the nearest path at or above the
 * route's own, or at the one it names.
 */
export function recordsOf(routes: readonly Route[]): ReadonlyMap<Route, Route> {
  const reads = new Map(
    routes
      .filter(({ method, isRecord }) => method === 'GET' && isRecord)
      .map((route) => [route.path, route]),
  );
  const changes = routes.filter(({ method }) => method !== 'GET');
  return new Map(
    changes.flatMap((route) => {
      const read = nearest(reads, route.recordAt ?? route.path);
      return read ? [[route, read] as const] : [];
    }),
  );
}

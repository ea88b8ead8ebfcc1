import type { RawRequest } from '../raw-request.ts';
import { bodies } from './bodies.ts';
import { graphql } from './graphql.ts';
import type { Ground } from './ground.ts';
import { paths } from './paths.ts';
import { queries } from './queries.ts';
import { values } from './values.ts';
import { wires } from './wires.ts';

/** A handwritten hostile request, and the statuses of which one must be returned. */
export interface HostileCase {
  readonly title: string;
  readonly request: RawRequest;
  readonly statuses: readonly number[];
}

/** Every case, in groups. */
export function hostileCases(ground: Ground): readonly HostileCase[] {
  const groups = { bodies, values, paths, queries, wires, graphql };
  return Object.entries(groups).flatMap(([group, rows]) =>
    rows(ground).map(([title, statuses, request]) => ({
      title: `${group}: ${title}`,
      statuses,
      request,
    })),
  );
}

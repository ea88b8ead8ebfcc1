import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../schema/index.ts';
import type { GatewayContext } from '../passage/request-state.ts';
import type { MediaType } from './graphql-outcome.ts';
import type { GraphQLRequest } from './graphql-request.ts';

/** What Yoga gets beside its own Request, which is only a shell: the gateway has read the real one. */
export interface Handed {
  readonly ctx: GatewayContext;
  readonly request: GraphQLRequest;
  /** The document as it was sent; Yoga puts its own Request in place of ours. */
  readonly text: unknown;
  readonly mediaType: MediaType;
  readonly key: string | undefined;
}

export type YogaPlugin = Plugin<object, Handed, Context>;

import type { Plugin } from 'graphql-yoga';
import type { Context } from '../../schema/index.ts';
import type { GatewayContext } from '../passage/request-state.ts';

/** What Yoga gets beside the parameters of a request. */
export interface Handed {
  readonly ctx: GatewayContext;
  /** The document as it was sent. */
  readonly text: unknown;
  /** The Idempotency-Key. */
  readonly key: string | undefined;
}

export type YogaPlugin = Plugin<object, Handed, Context>;

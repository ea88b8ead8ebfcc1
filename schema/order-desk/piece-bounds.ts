import { isPermitted } from '../abilities.ts';
import type { Viewer } from '../context.ts';
import { mostPieces } from '../domain/order-machine.ts';

/**
 * How many units the caller may order, in an order and in a line item: customers fewer than staff.
 * Decision: N61.
 */
export const piecesFor = (viewer: Viewer): { readonly order: number; readonly line: number } =>
  mostPieces[isPermitted(viewer, 'orders.override') ? 'shop' : 'customer'];

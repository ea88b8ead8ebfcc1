import { isPermitted, may, type OrderOwnership } from './abilities.ts';
import type { Viewer } from './context.ts';
import type { Permission } from './permissions.ts';

/** Who is shown a field, by who asks and the record it is of. */
type Rule<Of> = (viewer: Viewer, of: Of) => boolean;

const mayOnOrder =
  (permission: Permission): Rule<OrderOwnership> =>
  (viewer, order) =>
    may(viewer, permission, order);

const holds =
  (permission: Permission): Rule<unknown> =>
  (viewer) =>
    isPermitted(viewer, permission);

const himselfOr =
  (permission: Permission): Rule<{ readonly id: bigint }> =>
  (viewer, user) =>
    viewer.user?.id === user.id || isPermitted(viewer, permission);

const anyGoodKey: Rule<unknown> = ({ key }) => key === 'good';

/**
 * What is not for everybody who reaches the record: the one list of it. Whatever has no row is shown
 * with its record. A hidden field is null, an argument that is not heard changes nothing.
 * Decision: R10, A26, P68.
 */
export const shownTo = {
  'Order.token': mayOnOrder('orders.update'),
  'Payment.responseCode': holds('payments.update'),
  'Payment.avsResponse': holds('payments.update'),
  'Variant.costPrice': anyGoodKey,
  'User.email': himselfOr('users.read'),
  'User.name': himselfOr('users.read'),
  'User.roles': himselfOr('users.read'),
  'User.apiKeys': himselfOr('api_keys.read'),
  'Query.products.showDeleted': holds('products.show_hidden'),
  'Query.variants.showDeleted': holds('variants.show_hidden'),
} as const satisfies Readonly<Record<string, Rule<never>>>;

type Table = typeof shownTo;
type Of<Field extends keyof Table> = Parameters<Table[Field]>[1];

/** Whether the viewer is shown a field of this record. */
export const isShown = <Field extends keyof Table>(
  field: Field,
  viewer: Viewer,
  of: Of<Field>,
): boolean => (shownTo[field] as Rule<Of<Field>>)(viewer, of);

/** Nobody has the id 0: what is shown of another user than the viewer. */
const another = { id: 0n };

/** Whether the viewer is shown a field of every user, not of himself alone. */
export const isShownOfAll = (field: 'User.email' | 'User.name', viewer: Viewer): boolean =>
  isShown(field, viewer, another);

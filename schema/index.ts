import { takeAsSent } from './as-sent.ts';
import { builder } from './builder.ts';
import { describeAll } from './descriptions.ts';
import { fillBackorders } from './order-desk/fill.ts';
import { ownFaults } from './own-faults.ts';
import { fillBackordersWith } from './write.ts';
import './edges.ts';
import './allowed-events.ts';
import './orders/queries.ts';
import './orders/state-change.ts';
import './orders/summary-queries.ts';
import './orders/mutations.ts';
import './line-items/mutations.ts';
import './orders/address-mutations.ts';
import './orders/adjustment-mutations.ts';
import './payments/queries.ts';
import './payments/mutations.ts';
import './line-items/queries.ts';
import './shipments/queries.ts';
import './shipments/mutations.ts';
import './shipments/ship-rows.ts';
import './inventory-units/queries.ts';
import './inventory-units/mutations.ts';
import './products/queries.ts';
import './products/mutations.ts';
import './variants/queries.ts';
import './variants/mutations.ts';
import './variants/row-mutations.ts';
import './variants/image-mutations.ts';
import './places/queries.ts';
import './stock/queries.ts';
import './stock/stock-movement.ts';
import './stock/mutations.ts';
import './external-refs/mutations.ts';
import './audit-log/queries.ts';
import './users/queries.ts';
import './users/mutations.ts';
import './users/key-mutations.ts';
import './users/role-mutations.ts';

export { forgetOldEntries } from './audit-log/record.ts';
export { noteStartSettings } from './audit-log/start-settings.ts';
export type { Context, Db, KeyedRequest, Language, Origin, Settings, Viewer } from './context.ts';
export { createExecutor, interpretAll, mostCompiled } from './execution/executor.ts';
export { tooManyValues } from './execution/shown-values.ts';
export type { Executor } from './execution/executor.ts';
export type { OnUnplanned, Unplanned } from './execution/plan.ts';
export {
  afterWrite,
  isConnectionLost,
  isExpected,
  isTooLarge,
  NotTold,
  reasonOf,
  toClientError,
  toldOf,
} from './errors.ts';
export { answerOnce, mutateOnce } from './idempotency.ts';
export { fillNext } from './order-desk/fill-steps.ts';
export { forgetOldEvents } from './order-desk/save-steps.ts';
export { oldCarts } from './order-desk/old-carts.ts';
export type { Ended } from './idempotency.ts';
export { forgetExpiredKeys } from './kept-answers.ts';
export { type GivenAnswer, mostKeptBytes } from './kept-answers.ts';
export {
  decimalsOf,
  findStoreSettings,
  keepStoreSettings,
  readStoreSettings,
} from './store-settings.ts';
export type { StoreSettings } from './store-settings.ts';
export { printSdl } from './sdl.ts';
export { loadSampleStore } from './sample-store/load.ts';
export { throwUnforeseen } from './unit-of-work.ts';
export { namedUser } from './users/find-user.ts';
export { writeKeyUses } from './access/key-uses.ts';
export { isKnownToken, requireKnownCaller } from './access/known-caller.ts';
export { SeenSecrets } from './access/seen-secrets.ts';
export { closeSession, forgetOldSessions, openSession, sessionSeconds } from './users/sessions.ts';
export { refuseMistyped, refuseOthersKey, setUpAdmin } from './users/set-up.ts';
export type { AdminSetUp } from './users/set-up.ts';
export { forgetViewers, loadViewer } from './access/viewer.ts';
export type { Credentials } from './access/viewer.ts';

fillBackordersWith(fillBackorders);

/** The one schema of the store: every resource, every write, every state transition. */
export const schema = takeAsSent(ownFaults(describeAll(builder.toSchema())));

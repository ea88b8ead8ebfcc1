import { builder } from './builder.ts';
import type { Db } from './context.ts';
import { describeAll } from './descriptions.ts';
import { builtWith } from './execution/wrapped-fields.ts';
import './orders/queries.ts';
import './orders/mutations.ts';
import './line-items/mutations.ts';
import './places/mutations.ts';
import './orders/adjustment.ts';
import './orders/adjustment-mutations.ts';
import './payments/payment.ts';
import './payments/queries.ts';
import './payments/mutations.ts';
import './line-items/line-item.ts';
import './line-items/queries.ts';
import './shipments/shipment.ts';
import './shipments/queries.ts';
import './shipments/mutations.ts';
import './inventory-units/inventory-unit.ts';
import './inventory-units/queries.ts';
import './inventory-units/mutations.ts';
import './products/queries.ts';
import './products/mutations.ts';
import './variants/queries.ts';
import './variants/mutations.ts';
import './variants/image-mutations.ts';
import './places/place.ts';
import './places/queries.ts';
import './places/address-queries.ts';
import './stock/queries.ts';
import './stock/mutations.ts';
import './shipments/shipping-method-queries.ts';
import './payments/payment-method-queries.ts';
import './audit-log/queries.ts';
import './users/queries.ts';
import './users/mutations.ts';
import './users/key-mutations.ts';
import './users/role-mutations.ts';
import {
  loadSampleStore as loadSampleStoreInto,
  makeSampleRows as makeSampleRowsIn,
  type SampleStoreOptions,
} from './sample-store/load.ts';

export { forgetOldEntries } from './audit-log/record.ts';
export { noteStartSettings } from './audit-log/start-settings.ts';
export type { Context, Db, Language, Origin, Settings, Viewer } from './context.ts';
export { createExecutor } from './execution/executor.ts';
export type { Executor } from './execution/executor.ts';
export { isConnectionLost, isExpected, toClientError } from './errors.ts';
export { answerOnce, forgetExpiredKeys } from './idempotency.ts';
export { forgetOldCarts } from './orders/open-carts.ts';
export type { Answered, Ended, KeyedRequest } from './idempotency.ts';
export { keepStoreSettings, readStoreSettings } from './store-settings.ts';
export type { StoreSettings } from './store-settings.ts';
export { storedText } from './sample-store/stored-rows.ts';
export { throwUnforeseen } from './unit-of-work.ts';
export { writeKeyUses } from './users/key-uses.ts';
export { isKnownToken, requireKnownCaller } from './users/known-caller.ts';
export { SeenSecrets } from './users/seen-secrets.ts';
export { closeSession, forgetOldSessions, openSession, sessionSeconds } from './users/sessions.ts';
export { setUpAdmin } from './users/set-up.ts';
export type { AdminSetUp } from './users/set-up.ts';
export { forgetViewers, loadViewer } from './users/viewer.ts';

/** The one schema of the store: every resource, every write, every state transition. */
export const schema = describeAll(
  builder.toSchema({ extensions: builtWith(builder.options.plugins ?? []) }),
);

/** Fills an empty store with the sample data; returns false if the store is not empty. Decision: C39. */
export const loadSampleStore = (db: Db, options?: SampleStoreOptions): Promise<boolean> =>
  loadSampleStoreInto(schema, db, options);

/** Runs the sample's operations in a new store, and returns the resulting rows. Decision: Q45. */
export const makeSampleRows = (db: Db): ReturnType<typeof makeSampleRowsIn> =>
  makeSampleRowsIn(schema, db);

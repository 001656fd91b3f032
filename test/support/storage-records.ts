/** Records for the tests of a storage: those that its conformance checks use. */
import type { AlertFilter, StoredAlert } from "../../src/domain/alerts/alert.js";
import type { AlertRepository } from "../../src/ports/storage.js";
import { withOrderedTies } from "../../src/testing/storage/walk.js";

// biome-ignore lint/performance/noBarrelFile: one import path for tests, wherever the checks keep their records.
export { exchangeRecord } from "../../src/testing/storage/exchange-steps.js";
export { holdRecord } from "../../src/testing/storage/hold-steps.js";
export { challengeRecord } from "../../src/testing/storage/ownership-steps.js";
export {
  ALL,
  addressUpdate,
  alert,
  deliver,
  entity,
  individual,
  leaseQuery,
  linkedEvaluation,
  linkUpdate,
  NO_LEASE,
  review,
  STAMP,
  screening,
  streamOf,
  unreviewed,
  vasp,
} from "../../src/testing/storage/records.js";
export { transferRecord } from "../../src/testing/storage/transfer-steps.js";

/** Returns every alert that matches, those of equal time by alert_id. */
export async function allAlerts(
  { list }: Pick<AlertRepository, "list">,
  filter: AlertFilter = {},
): Promise<readonly StoredAlert[]> {
  const items = (await list({ ...filter, size: 10_000 }))?.items ?? [];
  return withOrderedTies(
    items,
    ({ alert }) => alert.raised_at,
    ({ alert }) => alert.alert_id,
  );
}

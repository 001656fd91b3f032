/** Records for the tests of a storage: those that its conformance checks use. */
// biome-ignore lint/performance/noBarrelFile: one import path for tests, wherever the checks keep their records.
export { allAlerts } from "../../src/testing/storage/pages.js";
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

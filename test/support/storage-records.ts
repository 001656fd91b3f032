/** Records for the tests of a storage: those that its conformance checks use. */
// biome-ignore lint/performance/noBarrelFile: one import path for tests, wherever the checks keep their records.
export {
  ALL,
  addressLink,
  addressUpdate,
  alert,
  entity,
  individual,
  leaseQuery,
  linkedEvaluation,
  linkUpdate,
  review,
  STAMP,
  screening,
  streamOf,
  unreviewed,
  vasp,
} from "../../src/testing/storage/records.js";

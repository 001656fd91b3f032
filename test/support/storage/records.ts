/** Records for the tests of a storage: those that its laws are checked with. */
// biome-ignore lint/performance/noBarrelFile: tests get their records from here, whatever the laws make of them.
export { alert, entity, individual, STAMP, streamOf, vasp } from "../../../src/testing/storage/records.js";

/** Updates of addresses for the tests of a storage: those that its laws are checked with. */
// biome-ignore lint/performance/noBarrelFile: tests get their records from here, whatever the laws make of them.
export { addressUpdate, screening } from "../../../src/testing/storage/address-records.js";

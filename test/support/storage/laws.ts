/** What tests of a storage have in common with its laws. */
// biome-ignore lint/performance/noBarrelFile: one value, under the name that tests know.
export { ALL } from "../../../src/testing/storage/common.js";

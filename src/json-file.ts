/** vaspkit/json-file: a storage in one JSON file, for Node. */
export { jsonFileStorage } from "./adapters/storage/json-file/storage.js";
export type { Storage } from "./ports/storage.js";

/** How much memory something takes. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** The bytes that are in use, in V8's heap and in the buffers of typed arrays, after garbage is collected. */
export function bytesInUse(): number {
  // Twice, for what the first one frees may hold more.
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

// The core from TypeScript without Node and without a browser: only the types of the language.
import {
  type Compliance,
  createCompliance,
  createThresholdEngine,
  memoryStorage,
  parseAddress,
  parseVasp,
  type RiskProvider,
} from "vaspkit";
import { type DisposableStorage, withAsyncDispose } from "vaspkit/storage";

export const compliance: Compliance = createCompliance({ storage: memoryStorage() });
export const engine: ReturnType<typeof createThresholdEngine> = createThresholdEngine({
  thresholds: { DE: 1000 },
  rates: { base: "EUR", date: "2026-11-20", source: "a made-up table", rates: { USD: "1.25" } },
});
export const isAddress = (text: string): boolean => parseAddress("near", text).ok;
export const houseList: RiskProvider = {
  screen: async ({ signal }) => {
    if (signal !== undefined) throw new Error("no platform, no signal");
    return [];
  },
};
export const isVasp = (input: unknown): boolean => parseVasp(input).ok;
// Without the library esnext.disposable, the declarations compile and `await using` is not available.
export const storage: DisposableStorage = withAsyncDispose(memoryStorage());

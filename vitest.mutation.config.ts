import UnpluginTypia from "@typia/unplugin/vite";
import { defineConfig } from "vitest/config";

/** Fewer test files let Stryker test a mutant in a fraction of the time. */
const scopes: Readonly<Record<string, readonly string[]>> = {
  domain: ["test/{domain,spec,properties}/**/*.test.ts"],
  decisions: [
    "test/domain/{identifiers,thresholds}/**/*.test.ts",
    "test/domain/{decimal,decimal-host,timestamp}.test.ts",
    "test/adapters/prices/*.test.ts",
    "test/domain/prices/*.test.ts",
    "test/operations/{asset-transactions,linked}.test.ts",
    "test/properties/own-currency-oracle.test.ts",
    "test/spec/{2.10-evaluation-result,4.9-evaluate-rules}.test.ts",
  ],
};

/** The tests that Stryker runs for each mutant. Left out are tests of time, of leaks, and with large samples. */
export default defineConfig({
  plugins: [UnpluginTypia({ include: [/\.shape\.ts$/], log: false })],
  test: {
    include: [...(scopes[process.env["MUTATION_SCOPE"] ?? "domain"] ?? [])],
    exclude: ["**/*.slow.test.ts", "test/properties/{addresses,hostile,privacy,privacy-file,threshold-oracle}.test.ts"],
    isolate: false,
    // Instrumented code on a busy machine is slow.
    testTimeout: 60_000,
    env: { FC_RUNS: "15" },
  },
});

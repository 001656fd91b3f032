import { ComplianceError, createCompliance, memoryStorage } from "vaspkit";
import { riskProviderConformance } from "vaspkit/testing";
import { bigrisk } from "./own-provider.js";

const known = { chain: "bitcoin", address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" } as const;
const unsupported = { chain: "tezos", address: "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb" } as const;

// Test the provider: run the conformance checks with a fetch that responds as the vendor does.
const fetch: typeof globalThis.fetch = async (input, init) => {
  init?.signal?.throwIfAborted();
  const subject = decodeURIComponent(String(input).split("/").at(-1) ?? "");
  return Response.json({ subject, score: 71, reason: "mixer" });
};
const provider = () => bigrisk({ key: "<API_KEY>", fetch });
const checks = riskProviderConformance({ provider, known: [known], unsupported: [unsupported] });
for (const { run } of checks) await run(); // in your test runner: test(name, run)
console.log(checks.length, "checks passed");

// The checks do not simulate failures of the vendor, so test them with examples.
for (const response of [new Response("", { status: 404 }), new Response("", { status: 500 }), new Response("<html>")]) {
  const failing = bigrisk({ key: "<API_KEY>", fetch: async () => response });
  await failing.screen(known).catch((error: ComplianceError) => console.log(error.code));
}

// Use it. The key of riskProviders is the provider_name of a request.
const compliance = createCompliance({
  storage: memoryStorage(),
  riskProviders: { RDBIG: bigrisk({ key: "<API_KEY>" }) },
});
try {
  const screened = await compliance.addresses.create({ ...known, scan_for_risk: true, provider_name: "RDBIG" });
  if (screened.ok) console.log(screened.value.risk_data?.[0]?.risk_ratio, "of 100");
  else for (const { path, message } of screened.issues) console.log("Invalid input:", path, message);
} catch (error) {
  if (!(error instanceof ComplianceError)) throw error;
  console.log("Not screened:", error.code, "-", error.message); // decide nothing without a screening
}
await compliance.close();

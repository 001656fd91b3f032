import type { ComplianceError } from "vaspkit";
import { riskProviderConformance } from "vaspkit/testing";
import { bigrisk } from "./own-provider.js";

const known = { chain: "bitcoin", address: "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h" } as const;
const unsupported = { chain: "tezos", address: "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb" } as const;

// A fetch that responds as the vendor does.
const fetch: typeof globalThis.fetch = async (input, init) => {
  init?.signal?.throwIfAborted();
  const subject = decodeURIComponent(String(input).split("/").at(-1) ?? "");
  return Response.json({ subject, score: 71, reason: "mixer" });
};
const provider = () => bigrisk("<API_KEY>", fetch);
const checks = riskProviderConformance({ provider, known: [known], unsupported: [unsupported] });
for (const { run } of checks) await run(); // in your test runner: test(name, run)
console.log(checks.length, "checks passed");

// The checks do not simulate failures of the vendor.
for (const response of [new Response("", { status: 404 }), new Response("", { status: 500 }), new Response("<html>")]) {
  const failing = bigrisk("<API_KEY>", async () => response);
  await failing.screen(known).catch((error: ComplianceError) => console.log(error.code));
}

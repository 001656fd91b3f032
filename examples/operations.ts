import { createCompliance, fixedRates, memoryStorage } from "vaspkit";

const rates = fixedRates({ base: "EUR", date: "2026-10-06", source: "an invented table", rates: { USD: "1.1" } });

// The storage is closed at the end of the block, also after an error.
await using compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: { US: "3000" },
  rates,
  clock: () => new Date("2026-10-06T16:00:00Z"),
});

// A literal is checked by the compiler: a misspelt property does not compile.
const found = await compliance.accounts.search({ search_term: "example" });
console.log("found", found.ok && found.value.length);

// A request body is of type unknown. The library checks it.
const body: unknown = JSON.parse('{ "reference_id": "A-1", "account_type": "person" }');
const created = await compliance.accounts.create(body);
if (!created.ok) for (const { code, path } of created.issues) console.log(code, path);

// A signal ends an operation that waits for a service or a callback.
const transaction = { transaction_id: "T-1", amount: "2727.27", currency: "EUR", country: "US" };
const evaluated = await compliance.rules.evaluate(
  { transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] },
  { signal: AbortSignal.timeout(5_000) },
);
console.log("evaluated", evaluated.ok && evaluated.value.results[0]?.status);

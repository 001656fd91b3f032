import { type Attributes, type SpanOptions, trace } from "@opentelemetry/api";
import { ComplianceError, createCompliance, memoryStorage } from "vaspkit";
import { openTelemetryObserver } from "./observability-opentelemetry.js";

// In place of an SDK, which would export the spans: prints each.
const silent = trace.getTracer("example");
const printing = Object.assign(Object.create(silent), {
  startSpan(name: string, { attributes = {} }: SpanOptions) {
    console.log(name, textOf(attributes));
    return silent.startSpan(name);
  },
});
trace.setGlobalTracerProvider({ getTracer: () => printing });

function textOf(attributes: Attributes): string {
  const { "vaspkit.kind": _, "vaspkit.outcome": outcome, ...others } = attributes;
  return [outcome, ...Object.entries(others).map(([key, value]) => `${key}=${value}`)].join(" ");
}

const compliance = createCompliance({
  storage: memoryStorage(),
  thresholds: { US: "3000" },
  rates: {
    current: async () => {
      throw new ComplianceError("provider_timeout", "The rates did not arrive in time.");
    },
  },
  observe: openTelemetryObserver(),
});

const individual = { individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Example-Müller" } } as const;
await compliance.accounts.create({ reference_id: "A-1", account_type: "individual", customer_id: "C-7", individual });
await compliance.accounts.create(JSON.parse('{ "reference_id": "A-2", "account_type": "person" }'));
await compliance.accounts.search({ search_term: "example" });

const transaction = { transaction_id: "T-1", amount: "5000.00", currency: "USD", country: "US" };
await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
try {
  const inEuros = { ...transaction, transaction_id: "T-2", currency: "EUR" };
  await compliance.rules.evaluate({ transaction: inEuros, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
} catch (error) {
  console.log("No decision:", error instanceof ComplianceError && error.code);
}
await compliance.close();

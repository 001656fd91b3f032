import { metrics, SpanStatusCode, trace } from "@opentelemetry/api";
import { type ComplianceEvent, createCompliance, memoryStorage } from "vaspkit";

const tracer = trace.getTracer("vaspkit");
const durations = metrics.getMeter("vaspkit").createHistogram("vaspkit.duration", { unit: "ms" });

/** Writes a span and a duration for each event, which your SDK of OpenTelemetry exports. */
function observe(event: ComplianceEvent): void {
  const name = nameOf(event);
  const attributes = { "vaspkit.name": name, "vaspkit.outcome": event.outcome };
  durations.record(event.durationMs, attributes);
  const end = Date.now();
  const span = tracer.startSpan(`vaspkit ${name}`, { startTime: end - event.durationMs, attributes });
  if (event.outcome === "error") span.setStatus({ code: SpanStatusCode.ERROR, message: event.code });
  span.end(end);
  console.log(name, event.outcome);
}

function nameOf(event: ComplianceEvent): string {
  if (event.kind === "operation") return event.name;
  if (event.kind === "storage") return `${event.repository}.${event.method}`;
  return event.name === undefined ? event.part : `${event.part}.${event.name}`;
}

const compliance = createCompliance({ storage: memoryStorage(), thresholds: { US: "3000" }, observe });
const transaction = { transaction_id: "T-1", amount: "5000.00", currency: "USD", country: "US" };
await compliance.rules.evaluate({ transaction, rule_codes: ["THRESHOLD_BY_COUNTRY"] });
await compliance.accounts.create(JSON.parse('{ "reference_id": "A-2", "account_type": "person" }'));
await compliance.close();

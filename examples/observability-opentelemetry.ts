import { type Attributes, metrics, SpanStatusCode, trace } from "@opentelemetry/api";
import type { ComplianceEvent, ComplianceObserver } from "vaspkit";

/** Creates an observer that writes a span and a duration for each event. Call it after the start of your SDK. */
export function openTelemetryObserver(): ComplianceObserver {
  const tracer = trace.getTracer("vaspkit");
  const durations = metrics.getMeter("vaspkit").createHistogram("vaspkit.duration", { unit: "ms" });

  return (event) => {
    const name = nameOf(event);
    const attributes = attributesOf(event);
    durations.record(event.duration, { "vaspkit.name": name, "vaspkit.outcome": event.outcome });
    const end = Date.now();
    // Its parent is the span that is active where you call the operation, such as that of an HTTP request.
    const span = tracer.startSpan(`vaspkit ${name}`, { startTime: end - event.duration, attributes });
    if (event.outcome === "error") span.setStatus({ code: SpanStatusCode.ERROR, message: event.code });
    span.end(end);
  };
}

function nameOf(event: ComplianceEvent): string {
  switch (event.kind) {
    case "operation":
      return event.name;
    case "provider":
      return event.name === undefined ? event.part : `${event.part}.${event.name}`;
    case "storage":
      return `${event.repository}.${event.method}`;
  }
}

/** Everything in an event is a code, a count or a name of yours, so all of it may leave the process. */
function attributesOf(event: ComplianceEvent): Attributes {
  const { kind, outcome } = event;
  const failure = outcome === "error" ? { "error.type": event.code } : {};
  const issues = outcome === "issues" ? { "vaspkit.issues": [...event.issues] } : {};
  const counts = kind === "operation" && outcome === "ok" ? event.counts : {};
  const attempts = kind === "provider" && event.attempts !== undefined ? { attempts: event.attempts } : {};
  return { "vaspkit.kind": kind, "vaspkit.outcome": outcome, ...failure, ...issues, ...counts, ...attempts };
}

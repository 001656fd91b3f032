/** Scripted faults: what goes wrong with the next questions, in turn. */
import { ComplianceError, type ComplianceErrorCode } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { mayThrow, type OutsidePort, type RefusalCode } from "../refusal-codes.js";
import { isSpan, wrongFake } from "./configuration.js";

/** What can become of any call: all is well; there is never an end of it, unless its signal ends it; it takes its time. */
type Delay = "none" | "hang" | { readonly slow: DurationMs };

/**
 * What becomes of one question to a fake. `"none"`: all is well. `"hang"`: no answer ever, unless the question's signal
 * ends it. `"reject"`: `provider_unavailable`, or the code that is given. `"malformed"`: an answer of the wrong shape, as a
 * broken service gives. `{ slow }`: the right answer so many milliseconds later.
 */
export type Fault<Code extends ComplianceErrorCode> = Delay | "reject" | { readonly reject: Code } | "malformed";

/** What becomes of a question to `fakes.riskProvider`. */
export type RiskProviderFault = Fault<RefusalCode<"risk">>;

/** What becomes of a question to `fakes.balanceSource`. */
export type BalanceSourceFault = Fault<RefusalCode<"balance">>;

/** What becomes of a question to `fakes.rateSource`, which no signal ends. */
export type RateSourceFault = Fault<RefusalCode<"rates">>;

/** What becomes of an alert that `fakes.alertSink` gets. `"reject"`: it throws and has not taken it. */
export type AlertSinkFault = Delay | "reject";

/** Whatever has a script. */
export interface Scripted<F> {
  /**
   * The next questions get these faults, one each; after the last all is well again. What was left of an earlier script is
   * dropped, so that `script()` alone ends it. Questions that are refused before anybody would be asked (no address, an
   * unknown chain, a signal that has aborted) use up none.
   *
   * @throws ComplianceError `configuration_invalid` for what is no such fault; the script stays what it was.
   */
  script(...faults: readonly F[]): void;
}

/** A fault as it is played. */
export type Played =
  | { readonly kind: "none" | "hang" | "malformed" }
  | { readonly kind: "slow"; readonly ms: DurationMs }
  | { readonly kind: "reject"; readonly code: ComplianceErrorCode };

/** A script and where it stands. */
export interface Script<F> extends Scripted<F> {
  next(): Played;
}

const whole = { kind: "none" } as const;

/** @param fake the function of `fakes` that makes whoever plays it */
export function createScript<F>(fake: string, read: (fault: F) => Played | undefined, forms: string): Script<F> {
  let left: readonly Played[] = [];
  return {
    script: (...faults) => {
      left = faults.map((fault, index) => {
        const played = read(fault);
        if (played === undefined) throw wrongFake(fake, `fault ${index + 1} of the script must be ${forms}`);
        return played;
      });
    },
    next: () => {
      const [fault = whole, ...rest] = left;
      left = rest;
      return fault;
    },
  };
}

/** The script of whoever is behind this port. */
export function scriptOf<P extends OutsidePort>(fake: string, port: P): Script<Fault<RefusalCode<P>>> {
  const forms =
    '"none", "hang", "reject", "malformed", { slow: milliseconds } or { reject: code } with a code that it may throw';
  return createScript(
    fake,
    (fault) => {
      if (fault === "malformed") return { kind: "malformed" };
      if (fault === "reject") return { kind: "reject", code: "provider_unavailable" };
      const code = memberOf(fault, "reject");
      return mayThrow(port, code) ? { kind: "reject", code } : delayOf(fault);
    },
    forms,
  );
}

/** undefined for what is no delay. */
export function delayOf(fault: unknown): Played | undefined {
  if (fault === "none" || fault === "hang") return { kind: fault };
  const ms = memberOf(fault, "slow");
  return isSpan(ms) ? { kind: "slow", ms } : undefined;
}

/** The only member of an object of one member; else undefined. */
function memberOf(fault: unknown, name: string): unknown {
  if (typeof fault !== "object" || fault === null) return undefined;
  const names = Object.keys(fault);
  return names.length === 1 && names[0] === name ? Reflect.get(fault, name) : undefined;
}

/** What a question ends as, by its fault. */
export async function play<T>(
  fault: Played,
  {
    answer,
    malformed,
    who,
    signal,
  }: {
    readonly answer: () => T;
    /** Of the wrong shape, whatever its type says. */
    readonly malformed: unknown;
    /** For a person to read: "fake risk provider". */
    readonly who: string;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<T> {
  if (fault.kind === "reject") throw new ComplianceError(fault.code, `The ${who} rejects, as its script says.`);
  // The cast: that it is no such answer is the fault.
  if (fault.kind === "malformed") return malformed as T;
  await delay(fault, who, signal);
  return answer();
}

/** Waits as the fault says, or until the signal ends it. */
export async function delay(fault: Played, who: string, signal?: AbortSignal): Promise<void> {
  if (fault.kind === "hang") await waited(undefined, who, signal);
  if (fault.kind === "slow") await waited(fault.ms, who, signal);
}

/**
 * So long a question that hangs keeps the process awake for its signal. The timer of `AbortSignal.timeout` does not, and a
 * runner that ends when there is nothing to wait for (node:test) would end before the signal does. A signal that never
 * aborts keeps nobody longer.
 */
const AWAKE_MS: DurationMs = 10_000;

function waited(ms: DurationMs | undefined, who: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(abortedBy(signal, who));
    };
    const timer = ms === undefined ? signal && setTimeout(() => undefined, AWAKE_MS) : setTimeout(end, ms);
    signal?.addEventListener("abort", leave, { once: true });
    function end(): void {
      signal?.removeEventListener("abort", leave);
      resolve();
    }
  });
}

export function abortedBy(signal: AbortSignal | undefined, who: string): ComplianceError {
  const message = `The caller's signal ended the question to the ${who} before there was an answer.`;
  return new ComplianceError("aborted", message, { cause: signal?.reason });
}

/** Scripted faults of the fakes, and checks of their options. */
import { ComplianceError, type ComplianceErrorCode } from "../../domain/compliance-error.js";
import type { DurationMs } from "../../domain/identifiers/codes.js";
import { checkOptionNames, configurationInvalid, MAX_TIMER } from "../../domain/options.js";
import { mayThrow, type OutsidePort, type ThrownCode } from "../error-codes.js";

/** A fault of any fake: none; no answer, unless the signal ends the request; or a late answer. */
type Delay = "none" | "hang" | { readonly slowMs: DurationMs };

/**
 * The outcome of one request to a fake. `"none"`: the normal answer. `"hang"`: no answer, unless the signal of the request
 * ends it. `"reject"`: `provider_unavailable`, or the given code. `"malformed"`: an answer of the wrong shape.
 * `{ slowMs }`: the normal answer after so many milliseconds.
 */
type Fault<Code extends ComplianceErrorCode> = Delay | "reject" | { readonly reject: Code } | "malformed";

/** The outcome of one request to `fakes.riskProvider`. */
export type RiskProviderFault = Fault<ThrownCode<"risk">>;

/** The outcome of one request to `fakes.balanceSource`. */
export type BalanceSourceFault = Fault<ThrownCode<"balance">>;

/** The outcome of one request to `fakes.rateSource`. Rate sources get no signal, so `"hang"` never ends. */
export type RateSourceFault = Fault<ThrownCode<"rates">>;

/** The outcome of one delivery to `fakes.alertSink`. `"reject"`: it throws and does not accept the alert. */
export type AlertSinkFault = Delay | "reject";

/** A fake with a script of faults. */
export interface Scripted<F> {
  /**
   * Sets the outcomes of the next requests, one each. Later requests get normal answers. A new script replaces the rest of
   * an earlier one, and `script()` ends it. A request that is refused at once (an invalid address, an unsupported chain,
   * an aborted signal) uses no outcome.
   *
   * @throws ComplianceError `configuration_invalid` for an unknown fault. The earlier script then stays.
   */
  script(...faults: readonly F[]): void;
}

/** A fault in a uniform shape. */
type PlayedFault =
  | { readonly kind: "none" | "hang" | "malformed" }
  | { readonly kind: "slow"; readonly ms: DurationMs }
  | { readonly kind: "reject"; readonly code: ComplianceErrorCode };

interface Script<F> extends Scripted<F> {
  next(): PlayedFault;
}

const noFault = { kind: "none" } as const;

/** @param fake the function of `fakes`, for messages */
export function createScript<F>(fake: string, read: (fault: F) => PlayedFault | undefined, forms: string): Script<F> {
  let remaining: readonly PlayedFault[] = [];
  return {
    script: (...faults) => {
      remaining = faults.map((fault, index) => {
        const played = read(fault);
        if (played === undefined) throw wrongFake(fake, `fault ${index + 1} of the script must be ${forms}`);
        return played;
      });
    },
    next: () => {
      const [fault = noFault, ...rest] = remaining;
      remaining = rest;
      return fault;
    },
  };
}

/** Creates the script of a part behind this port. */
export function portScript<P extends OutsidePort>(fake: string, port: P): Script<Fault<ThrownCode<P>>> {
  const forms =
    '"none", "hang", "reject", "malformed", { slowMs: milliseconds } or { reject: code } with a code that it may throw';
  return createScript(
    fake,
    (fault) => {
      if (fault === "malformed") return { kind: "malformed" };
      if (fault === "reject") return { kind: "reject", code: "provider_unavailable" };
      const code = onlyProperty(fault, "reject");
      return mayThrow(port, code) ? { kind: "reject", code } : delayOf(fault);
    },
    forms,
  );
}

/** Returns undefined for something else than a delay. */
export function delayOf(fault: unknown): PlayedFault | undefined {
  if (fault === "none" || fault === "hang") return { kind: fault };
  const ms = onlyProperty(fault, "slowMs");
  return typeof ms === "number" && ms >= 0 && ms <= MAX_TIMER ? { kind: "slow", ms } : undefined;
}

/** Returns the value of the only property of an object, or undefined. */
function onlyProperty(fault: unknown, name: string): unknown {
  if (typeof fault !== "object" || fault === null) return undefined;
  const names = Object.keys(fault);
  return names.length === 1 && names[0] === name ? Reflect.get(fault, name) : undefined;
}

interface Request<T> {
  readonly answer: () => T;
  /** An answer of the wrong shape. */
  readonly malformed: unknown;
  /** The name of the fake, for messages: "fake risk provider". */
  readonly who: string;
  readonly signal?: AbortSignal | undefined;
}

/** Returns or throws as the fault of a request says. */
export async function play<T>(fault: PlayedFault, { answer, malformed, who, signal }: Request<T>): Promise<T> {
  if (fault.kind === "reject") throw new ComplianceError(fault.code, `The ${who} rejects, as scripted.`);
  // The cast: the wrong shape is the fault.
  if (fault.kind === "malformed") return malformed as T;
  await delay(fault, who, signal);
  return answer();
}

/** Waits as the fault says, or until the signal aborts. */
export async function delay(fault: PlayedFault, who: string, signal?: AbortSignal): Promise<void> {
  if (fault.kind === "hang") await wait(undefined, who, signal);
  if (fault.kind === "slow") await wait(fault.ms, who, signal);
}

/**
 * How long a hanging request keeps the process running for its signal. The timer of `AbortSignal.timeout` does not, so a
 * runner that ends with an empty event loop (node:test) would end before the signal aborts.
 */
const KEEP_ALIVE_MS: DurationMs = 10_000;

function wait(ms: DurationMs | undefined, who: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(abortedBy(signal, who));
    };
    const timer = ms === undefined ? signal && setTimeout(() => undefined, KEEP_ALIVE_MS) : setTimeout(end, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
    function end(): void {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }
  });
}

export function abortedBy(signal: AbortSignal | undefined, who: string): ComplianceError {
  const message = `The caller's signal ended the request to the ${who} before there was an answer.`;
  return new ComplianceError("aborted", message, { cause: signal?.reason });
}

/** Returns the error for a wrong option of a fake. It names the place and repeats no value. */
export function wrongFake(fake: string, what: string): ComplianceError {
  return configurationInvalid(`In fakes.${fake}, ${what.replace(/\.$/, "")}.`);
}

/**
 * Returns the object if all its properties are known.
 *
 * @throws ComplianceError `configuration_invalid`.
 */
export function checkedProperties<T extends object>(
  fake: string,
  place: string,
  given: T,
  names: Readonly<Record<keyof NoInfer<T>, true>>,
): T {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw wrongFake(fake, `${place} must be an object with the properties ${Object.keys(names).join(", ")}`);
  }
  checkOptionNames(place, given, names, { noun: "property", fail: (message) => wrongFake(fake, message) });
  return given;
}

export function checkedList<T>(fake: string, place: string, given: readonly T[]): readonly T[] {
  if (!Array.isArray(given)) throw wrongFake(fake, `${place} must be an array`);
  return given;
}

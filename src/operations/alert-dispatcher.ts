/** Delivery of stored alerts to `onAlert`: each by the holder of a lease, so that instances do not repeat each other. */

import type { Alert } from "../domain/alerts/alert.js";
import { ComplianceError } from "../domain/compliance-error.js";
import type { DurationMs } from "../domain/identifiers/codes.js";
import { MAX_TIMER } from "../domain/options.js";
import { ONCE } from "../domain/own.js";
import { toIsoOffset } from "../domain/timestamp.js";
import type { AlertErrorListener, AlertFailure, AlertSink } from "../ports/alert-sink.js";
import type { AuditRecording } from "../ports/audit.js";
import type { Clock } from "../ports/clock.js";
import type { AlertLease, AlertLeaseQuery, AlertRepository } from "../ports/storage.js";
import { type Abort, throwIfAborted, unlessAborted } from "./abort.js";

/** Result of `alerts.deliver`. */
export interface DeliveryReport {
  /** Number of alerts that this call delivered. */
  readonly delivered: number;
  /** Number of alerts for which `onAlert` failed. They stay pending. */
  readonly failed: number;
  /** The first 1,000 failures. `onAlertError` receives all. */
  readonly failures: readonly AlertFailure[];
}

/** How much `alerts.deliver` delivers. */
interface DeliveryLimits {
  /** The most alerts to try. */
  readonly limit: number;
  /** The most concurrent calls of the sink. */
  readonly concurrency: number;
}

/** Stores alerts and delivers them to the sink. */
export interface AlertDispatcher {
  /** Stores the alert unless its alert_id is taken, and starts a delivery without waiting for it. */
  raise(alert: Alert, abort: Abort, recording?: AuditRecording): Promise<void>;
  /** Waits for deliveries that run, then delivers pending alerts in the order of leases. */
  deliverPending(limits: DeliveryLimits, abort: Abort): Promise<DeliveryReport>;
  /**
   * Starts no further delivery, and waits for the running ones, each of which ends after the time-out at the latest. Never
   * rejects. Undefined if none runs.
   */
  settled(): Promise<void> | undefined;
}

/** Parts of a dispatcher. */
export interface DispatcherDeps {
  readonly alerts: AlertRepository;
  readonly onAlert: AlertSink | undefined;
  readonly onAlertError: AlertErrorListener | undefined;
  readonly sinkTimeoutMs: DurationMs;
  readonly clock: Clock;
}

/** Failures in a report. */
const MAX_FAILURES = 1_000;

/** How much longer a lease lasts than the sink may take: time for the storage, which retries for some seconds. */
const LEASE_MARGIN: DurationMs = 30_000;

/** Creates a dispatcher. Without a sink, alerts are only stored. */
export function createAlertDispatcher(deps: DispatcherDeps): AlertDispatcher {
  const { alerts, onAlert, onAlertError } = deps;
  const running = new Set<Promise<unknown>>();
  let isClosing = false;
  /** Alerts of which an evaluation has started a delivery that still runs. */
  const started = new Set<string>();

  /** Deliveries that run. They never reject. */
  const sending = new Set<Promise<unknown>>();

  const lease = (query: Pick<AlertLeaseQuery, "alert_id" | "round">): Promise<readonly AlertLease[]> => {
    const now = deps.clock();
    const after = (time: DurationMs): string => toIsoOffset(new Date(now.getTime() + time + LEASE_MARGIN));
    const times = { now: toIsoOffset(now), until: after(deps.sinkTimeoutMs), latest: after(MAX_TIMER) };
    return alerts.lease({ ...query, ...times, limit: 1 });
  };
  const report = (failure: AlertFailure): void => {
    // An error of the listener, at once or later, changes nothing.
    if (onAlertError !== undefined) new Promise((resolve) => resolve(onAlertError(failure))).catch(ignore);
  };

  /** Returns the failure of the sink. Rejects if the storage fails. */
  const deliver = async (send: AlertSink, leased: AlertLease, abort?: Abort): Promise<AlertFailure | undefined> => {
    const { alert_id } = leased.alert;
    const markDelivered = (): Promise<void> => alerts.markDelivered(alert_id, leased.lease);
    try {
      await callSink(send, leased.alert, { timeout: deps.sinkTimeoutMs, abort, onLate: markDelivered });
    } catch (thrown) {
      const failure = { alert_id, error: asFailure(thrown) };
      // A sink that ends because the caller aborted has not failed.
      if (!abort?.signal?.aborted) report(failure);
      await alerts.release(alert_id, leased.lease);
      return failure;
    }
    await markDelivered();
    return undefined;
  };

  const deliverNow = async (send: AlertSink, alert_id: string): Promise<void> => {
    if (started.has(alert_id) || isClosing) return;
    started.add(alert_id);
    try {
      for (const leased of await lease({ alert_id })) await deliver(send, leased);
    } catch (thrown) {
      report({ alert_id, error: asFailure(thrown) });
    } finally {
      started.delete(alert_id);
    }
  };

  return {
    raise: async (alert, abort, recording) => {
      // Stored first: after a crash, a result that the caller saw must not lack its alert (§4.9.3).
      await unlessAborted(() => alerts.insert(alert, recording), abort);
      if (onAlert !== undefined) void track(running, track(sending, deliverNow(onAlert, alert.alert_id)));
    },
    deliverPending: async (limits, abort) => {
      throwIfAborted(abort);
      if (onAlert === undefined) throw sinkMissing();
      const delivery: Delivery = {
        limits,
        abort,
        lease,
        isClosing: () => isClosing,
        release: (alert_id, token) => alerts.release(alert_id, token),
        deliver: (leased) => track(sending, deliver(onAlert, leased, abort)),
      };
      // They hold leases of their alerts, which would be left out.
      const work = Promise.all(sending).then(() => deliverAll(delivery));
      return unlessAborted(() => track(running, work), abort);
    },
    settled: () => {
      isClosing = true;
      return running.size === 0 ? undefined : whenEmpty(running);
    },
  };
}

/** Keeps `work` among the works until it has ended. */
function track<T>(works: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  const ended: Promise<unknown> = work.then(ignore, ignore).then(() => works.delete(ended));
  works.add(ended);
  return work;
}

function sinkMissing(): ComplianceError {
  const message = "alerts.deliver needs the option onAlert of createCompliance. Add it.";
  return new ComplianceError("not_configured", message);
}

async function whenEmpty(running: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}

function ignore(): void {
  // Handled elsewhere.
}

interface Delivery {
  readonly limits: DeliveryLimits;
  readonly abort: Abort;
  readonly lease: (query: Pick<AlertLeaseQuery, "round">) => Promise<readonly AlertLease[]>;
  /** Whether no further alert may be leased, because the storage is about to be closed. */
  readonly isClosing: () => boolean;
  readonly release: AlertRepository["release"];
  readonly deliver: (leased: AlertLease) => Promise<AlertFailure | undefined>;
}

/**
 * Delivers pending alerts by concurrent workers. Each leases one alert at a time, in one round of the storage. So no lease
 * waits for a call of the sink, and no alert is tried twice.
 */
async function deliverAll({ limits, abort, lease, isClosing, release, deliver }: Delivery): Promise<DeliveryReport> {
  const failures: AlertFailure[] = [];
  let [delivered, failed] = [0, 0];
  let tried = 0;
  let round: number | undefined;
  let isOver = false;
  const leaseNext = async (): Promise<AlertLease | undefined> => {
    if (isOver || isClosing() || abort.signal?.aborted || tried === limits.limit) return undefined;
    const [leased] = await lease({ round });
    if (leased === undefined) return undefined;
    [round, tried] = [leased.round, tried + 1];
    if (!isOver && !isClosing() && !abort.signal?.aborted) return leased;
    await release(leased.alert.alert_id, leased.lease);
    return undefined;
  };
  let turn: Promise<unknown> = Promise.resolve();
  const next = (): Promise<AlertLease | undefined> => {
    const leasing = turn.then(leaseNext);
    turn = leasing.catch(ignore);
    return leasing;
  };
  const worker = async (): Promise<void> => {
    try {
      for (let leased = await next(); leased !== undefined; leased = await next()) {
        const failure = await deliver(leased);
        if (failure === undefined) delivered += 1;
        else if (++failed <= MAX_FAILURES) failures.push(failure);
      }
    } finally {
      // After a failure of the storage, or behind the last pending alert.
      isOver = true;
    }
  };
  const workers = await Promise.allSettled(Array.from({ length: limits.concurrency }, worker));
  for (const each of workers) if (each.status === "rejected") throw each.reason;
  return { delivered, failed, failures };
}

interface SinkCall {
  readonly timeout: DurationMs;
  readonly abort: Abort | undefined;
  /** Called if the sink succeeds after the time-out. */
  readonly onLate: () => Promise<void>;
}

/**
 * Calls the sink. Rejects when it fails or takes too long. After an abort of the caller it goes on, because the sink may
 * finish all the same.
 */
function callSink(send: AlertSink, alert: Alert, { timeout, abort, onLate }: SinkCall): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  return new Promise<void>((resolve, reject) => {
    let isLate = false;
    const onAbort = (): void => controller.abort(abort?.signal?.reason);
    const end = (): void => {
      clearTimeout(timer);
      abort?.signal?.removeEventListener("abort", onAbort);
    };
    const timer = setTimeout(() => {
      isLate = true;
      end();
      reject(timedOut(timeout));
      controller.abort(timedOut(timeout));
    }, timeout);
    abort?.signal?.addEventListener("abort", onAbort, ONCE);
    const succeed = (): void => {
      end();
      if (isLate) onLate().catch(ignore);
      else resolve();
    };
    const fail = (cause: unknown): void => {
      end();
      reject(sinkFailed(cause));
    };
    new Promise<void>((done) => done(send(alert, { signal }))).then(succeed, fail);
  });
}

function timedOut(timeout: DurationMs): ComplianceError {
  const message = `onAlert did not finish within ${timeout} ms (sinkTimeoutMs). ${STAYS_PENDING}`;
  return new ComplianceError("alert_delivery_failed", message);
}

function sinkFailed(cause: unknown): ComplianceError {
  return new ComplianceError("alert_delivery_failed", `onAlert failed. ${STAYS_PENDING}`, { cause });
}

/** Types what a storage, a clock or a sink threw. */
function asFailure(thrown: unknown): ComplianceError {
  if (thrown instanceof ComplianceError) return thrown;
  const message = `The storage failed. ${STAYS_PENDING}`;
  return new ComplianceError("alert_delivery_failed", message, { cause: thrown });
}

const STAYS_PENDING = "The alert is stored and stays pending. Call alerts.deliver to deliver it again.";

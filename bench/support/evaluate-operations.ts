/**
 * The whole operation of §4.9, from an unknown request to an answer whose alert is kept: vaspkit's, and what a competent
 * engineer would write with zod and decimal.js, who keeps alerts in a Map or in plain lowdb.
 */
import { join } from "node:path";
import { Low } from "lowdb";
import { JSONFile } from "lowdb/node";
import { type ComplianceStorage, createCompliance, fixedRates, memoryStorage } from "vaspkit";
import { jsonFileStorage } from "vaspkit/json-file";
import { alertIdOf } from "../../src/domain/alerts/alert.js";
import type { Transaction } from "../../src/domain/thresholds/types.js";
import { zodRequest } from "./evaluate-input.js";
import { type Decided, decimalDecides } from "./evaluate-peers.js";
import { table, thresholds } from "./threshold-corpora.js";

/** The day of the rates. */
const NOW = "2024-06-28T14:30:00.000Z";
const RULE = "THRESHOLD_BY_COUNTRY";

/** Someone who evaluates and keeps alerts. */
export interface Evaluator {
  /** Whether it is a breach; resolves once the alert is kept. */
  readonly breaches: (transaction: Transaction) => Promise<boolean>;
  readonly hasAlert: (transaction: Transaction) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export function vaspkitInMemory(): Evaluator {
  return vaspkitOn(memoryStorage());
}

/** Each alert is on the disk (fsync) before the answer. */
export function vaspkitOnFile(folder: string): Evaluator {
  return vaspkitOn(jsonFileStorage(join(folder, "vaspkit.json")));
}

function vaspkitOn(storage: ComplianceStorage): Evaluator {
  const { rules, close } = createCompliance({
    storage,
    thresholds,
    rates: fixedRates(table),
    clock: () => new Date(NOW),
  });
  return {
    breaches: async (transaction) => {
      const answer = await rules.evaluate({ transaction, rule_codes: [RULE] });
      if (!answer.ok) throw new Error(answer.issues[0]?.message);
      return answer.value.results[0]?.status === "breach";
    },
    hasAlert: async (transaction) => (await storage.alerts.find(alertIdOf(transaction, RULE))) !== undefined,
    close,
  };
}

interface KeptAlert extends Transaction {
  readonly alert_id: string;
  readonly raised_at: string;
  readonly decision: Decided;
}

function idOf({ transaction_id, country }: Transaction): string {
  return `${RULE}:${country}:${transaction_id}`;
}

/** What `keep` is given is kept once for each id. */
function evaluatorBy(has: (id: string) => boolean, keep: (alert: KeptAlert) => void | Promise<void>): Evaluator {
  return {
    breaches: async (input) => {
      const { transaction } = zodRequest.parse({ transaction: input, rule_codes: [RULE] });
      const now = new Date(NOW).toISOString();
      const decision = decimalDecides(transaction);
      const alert_id = idOf(transaction);
      if (decision.status === "breach" && !has(alert_id)) {
        await keep({ ...transaction, alert_id, raised_at: now, decision });
      }
      const { status, message } = decision;
      const results = [{ rule_code: RULE, status, message }];
      const answer = { transaction_id: transaction.transaction_id, evaluated_at: now.slice(0, -1), results };
      return answer.results[0]?.status === "breach";
    },
    hasAlert: async (transaction) => has(idOf(transaction)),
    close: async () => undefined,
  };
}

export function zodInMemory(): Evaluator {
  const alerts = new Map<string, KeptAlert>();
  return evaluatorBy(
    (id) => alerts.has(id),
    (alert) => void alerts.set(alert.alert_id, alert),
  );
}

/** As lowdb's readme shows it, which waits for no disk; the ids in a set beside it, so that no file is looked through. */
export async function zodOnLowdb(folder: string): Promise<Evaluator> {
  const low = new Low<KeptAlert[]>(new JSONFile(join(folder, "lowdb.json")), []);
  await low.read();
  const ids = new Set(low.data.map(({ alert_id }) => alert_id));
  return evaluatorBy(
    (id) => ids.has(id),
    async (alert) => {
      ids.add(alert.alert_id);
      low.data.push(alert);
      await low.write();
    },
  );
}

/**
 * A process that uses a database: `sql-child.ts (postgres|mysql|sqlite) <URL or path>`. Each line of its input is a {@link Task}.
 * It prints each result as a line at once, and "done" after the last one of a task.
 */
import { writeSync } from "node:fs";
import { argv, stdin } from "node:process";
import { createInterface } from "node:readline";
import { ComplianceError } from "../../src/domain/compliance-error.js";
import { unwrap } from "../../src/index.js";
import { migrate, sqlStorage } from "../../src/sql.js";
import { CUSTOMER, withdrawal } from "./deciding.js";
import { type AnyKysely, mysqlAt, postgresAt, sqliteAt } from "./sql-connections.js";
import type { Answer, Task } from "./sql-processes.js";
import { addressUpdate, alert, individual, screening, streamOf, vasp } from "./storage-records.js";
import { makeCall, withTrail } from "./trail-writing.js";

/** Concurrent operations. */
const WIDTH = 3;

const [kind = "", place = ""] = argv.slice(2);
const opening: Readonly<Record<string, () => AnyKysely>> = {
  postgres: () => postgresAt(place, { connections: WIDTH }),
  mysql: () => mysqlAt(place, { connections: WIDTH }),
  sqlite: () => sqliteAt(place),
};
const open = opening[kind];
if (open === undefined) throw new Error(`There is no database of the kind ${kind}.`);
const kysely = open();
const storage = sqlStorage(kysely);
const { accounts, alerts, addresses, vasps } = storage;
const compliance = withTrail(storage);
const { rules, transfers, ownership } = compliance;

const doings: { readonly [Do in Task["do"]]: (item: string, by: string) => Promise<unknown> } = {
  "insert account": (id, by) => accounts.insert(individual(id, { name_last: by })),
  "insert alert": (id) => alerts.insert(alert(id)),
  "screen address": async (item, by) => {
    const [address = "", time] = item.split(" ");
    return addresses.save(addressUpdate(address, { screening: screening(1, `${by} ${time}`) }));
  },
  "load VASPs": (ids, by) => vasps.load(streamOf(ids.split(" ").map((id) => vasp(id, { summary: by })))),
  "evaluate linked": async (item, by) => {
    const [link_key = "", amount = ""] = item.split(" ");
    const transaction = { transaction_id: by, amount, currency: "EUR", country: "DE", link_key };
    const evaluated = await rules.evaluate({ transaction, rule_codes: ["LINKED_TRANSACTIONS_BY_COUNTRY"] });
    return unwrap(evaluated).results[0]?.status;
  },
  "decide transfer": async (item) => {
    const { version, decided_at, decision } = unwrap(await transfers.decide(withdrawal(item)));
    return { version, decided_at, decision };
  },
  "prove wallet": async (item) => {
    const [challenge_id = "", signature = ""] = item.split(" ");
    const answer = await ownership.verify({ challenge_id, account_ref_id: CUSTOMER.reference_id, signature });
    return answer.ok ? answer.value.status : answer.issues[0]?.code;
  },
  record: (id) => makeCall(compliance, id),
  migrate: () => migrate(kysely),
};

function say(line: Answer | "ready" | "done"): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

async function carryOut(task: Task): Promise<void> {
  const items = [...task.items.entries()];
  const work = async (): Promise<void> => {
    for (let next = items.shift(); next !== undefined; next = items.shift()) {
      const [index, item] = next;
      try {
        say({ index, outcome: await doings[task.do](item, task.by) });
      } catch (error) {
        say({ index, failed: error instanceof ComplianceError ? error.code : String(error) });
      }
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, work));
  say("done");
}

let last: Promise<void> = Promise.resolve();
createInterface({ input: stdin }).on("line", (line) => {
  last = last.then(() => carryOut(JSON.parse(line)));
});
say("ready");

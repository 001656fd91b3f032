/** Checks of ComplianceStorage.compact. */
import type { ConformanceCheck } from "../check.js";
import { expectFilled, fill } from "./close-checks.js";
import { expectSame } from "./compare.js";
import { addressUpdate, alert, individual, screening, streamOf, vasp } from "./records.js";
import { caseCheck, type StorageSuite } from "./trial.js";

export function compactChecks(suite: StorageSuite): readonly ConformanceCheck[] {
  return [
    caseCheck(
      suite,
      "compact changes no record",
      "compact resolves for a storage that is new, filled or compact, and every record stays as it is.",
      async (trial) => {
        await trial.storage.compact();
        await fill(trial.storage);
        await trial.storage.compact();
        await expectFilled(trial);
        await trial.storage.compact();
        await trial.reopen?.();
        await expectFilled(trial);
      },
    ),
    caseCheck(
      suite,
      "calls may be made during compact",
      "Other calls that are made while compact runs complete, and what they store stays stored.",
      async (trial) => {
        const { accounts, vasps, alerts, addresses, compact } = trial.storage;
        await accounts.insert(individual("r"));
        const [, , taken, inserted, , loaded] = await Promise.all([
          compact(),
          compact(),
          accounts.insert(individual("r")),
          accounts.insert(individual("r2")),
          alerts.insert(alert("a")),
          vasps.load(streamOf([vasp("a")])),
          addresses.save(addressUpdate("a", { screening: screening(1) })),
          compact(),
        ]);
        expectSame("the insert of a stored account", taken, "taken");
        expectSame("the insert of another account", inserted, "inserted");
        expectSame("the counts of the load", loaded, { loaded: 1, replaced: 0 });
        await trial.reopen?.();
        expectSame("the account", await trial.storage.accounts.find("r2"), individual("r2"));
      },
    ),
  ];
}

/** Errors of failed storage checks, their replay, and the arguments that runners pass. */
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../src/adapters/storage/memory.js";
import type { StoredAlert } from "../../src/domain/alerts/alert.js";
import type { ComplianceStorage } from "../../src/ports/storage.js";
import {
  type CheckOptions,
  type ConformanceCheck,
  riskProviderConformance,
  type StorageSubject,
  storageConformance,
} from "../../src/testing.js";
import { wallets } from "../support/address-samples.js";
import { checkNamed, errorOf } from "../support/failed-checks.js";
import { thrownBy } from "../support/outcomes.js";
import { allAlerts } from "../support/storage-records.js";
import { altered, asks, over, pageByOffset } from "../support/wrong-storages/altered.js";

const history = "any sequence of mixed calls agrees with the reference model";
const race = "concurrent calls behave as if made in some order";
const search = "every account search agrees with the reference model";

const storageCheck = (name: string, subject: StorageSubject): ConformanceCheck =>
  checkNamed(name, storageConformance(subject));

const messageOf = async (check: ConformanceCheck, options?: CheckOptions): Promise<string> =>
  (await errorOf(check, options)).message;

/** Returns the printed calls without their numbers. */
function callsIn(message: string): readonly string[] {
  return Array.from(message.matchAll(/^ {2}\d+\. (.*)$/gm), ([, call = ""]) => call);
}

/** Finds no VASP. */
const unable = over("vasps.find", () => async () => undefined);

/** Forgets deliveries when an account is inserted after them. */
const forgetful = altered(({ accounts, alerts }) => {
  const delivered = new Set<string>();
  const seen = <Found extends StoredAlert | undefined>(found: Found): Found =>
    found && { ...found, delivered: delivered.has(found.alert.alert_id) };
  return {
    "accounts.insert": (account) => {
      delivered.clear();
      return accounts.insert(account);
    },
    "alerts.markDelivered": async (id, lease) => {
      await alerts.markDelivered(id, lease);
      if ((await alerts.find(id))?.delivered === true) delivered.add(id);
    },
    "alerts.find": async (id) => seen(await alerts.find(id)),
    "alerts.review": async (id, given) => seen(await alerts.review(id, given)),
    "alerts.list": async ({ delivered: asked, size, cursor, ...filter }) => {
      const all = (await allAlerts(alerts, filter)).map(seen);
      return pageByOffset(
        all.filter((item) => asked === undefined || item.delivered === asked),
        size,
        cursor,
      );
    },
  };
});

/** The text of a lease is another one each time. */
function withoutLeases(text: string): string {
  return text.replace(/"[\w-]{8}0{4}[0-9a-z]{4}"/g, '"lease"');
}

describe("the error of a failed check", () => {
  it("shows the shortest failing sequence, and how to replay it", async () => {
    const message = await messageOf(storageCheck(history, forgetful), { seed: 12, runs: 2_000 });
    // Every sequence begins with an account for links. The reads at the end show the fault.
    expect(callsIn(message).map((call) => call.split("(")[0])).toEqual([
      "accounts.insert",
      "alerts.insert",
      "alerts.lease",
      "alerts.markDelivered",
      "accounts.insert",
    ]);
    expect(message).toMatch(
      /^The check "any sequence .*" failed: alerts\.\w+\(.*\), called afterwards, is .*, expected .*\. Every call/,
    );
    expect(message).toMatch(/^Replay it with check\.run\(\{ seed: 12, path: "[\d:]+\|\S+" \}\)\.$/m);
  });

  it.each([
    [history, unable],
    [
      race,
      // Wrong in any order of the calls.
      over("addresses.accountOf", () => async () => "nobody"),
    ],
    [search, asks("accounts.search", ({ term }) => [{ term: `${term}a` }])],
  ] as const)("replays the same case: %s", async (name, subject) => {
    const first = await messageOf(storageCheck(name, subject), { runs: 3_000 });
    const [, seed, path] = /seed: (-?\d+), path: "([^"]*)"/.exec(first) ?? [];
    const again = await messageOf(storageCheck(name, subject), { seed: Number(seed), path: String(path) });
    expect(callsIn(first).length).toBeGreaterThan(0);
    // A seed does not determine which of several concurrent calls ends first.
    expect(callsIn(withoutLeases(again)).toSorted()).toEqual(callsIn(withoutLeases(first)).toSorted());
    expect(withoutLeases(again).split("\n")[0]).toBe(withoutLeases(first).split("\n")[0]);
  });

  it("shows what the storage threw, which is the cause", async () => {
    const failure = new TypeError("rows is not iterable");
    const failing = over("alerts.find", () => () => Promise.reject(failure));
    const check = storageCheck("ids are compared by code units", failing);
    await expect(check.run()).rejects.toThrow(expect.objectContaining({ cause: failure }));
    expect(await messageOf(check)).toContain("the storage failed with TypeError: rows is not iterable (the caller");
    expect(callsIn(await messageOf(check)).at(-1)).toBe(
      'alerts.find("r") → failed with TypeError: rows is not iterable',
    );
  });

  it("says that a storage does not open or close", async () => {
    const [check] = storageConformance(() => Promise.reject(new Error("no such folder")));
    expect(check && (await messageOf(check))).toContain("the storage failed with Error: no such folder");
    const [other] = storageConformance(over("close", () => () => Promise.reject(new Error("it is busy"))));
    expect(other && (await messageOf(other))).toContain("the storage failed with Error: it is busy");
  });
});

describe("a storage check", () => {
  it("opens nothing before it runs, and closes what it opened, passed or failed", async () => {
    let [opened, closed] = [0, 0];
    const counted = (make: () => ComplianceStorage) => () => {
      const storage = make();
      opened += 1;
      let isClosed = false;
      const close = (): Promise<void> => {
        if (!isClosed) closed += 1;
        isClosed = true;
        return storage.close();
      };
      return { ...storage, close };
    };
    const checks = [
      ...storageConformance(counted(memoryStorage), { runs: 5 }),
      ...storageConformance(counted(unable), { runs: 5 }),
    ];
    expect(opened).toBe(0);
    let broken = 0;
    for (const check of checks) await check.run().catch(() => (broken += 1));
    expect(broken).toBeGreaterThan(0);
    expect(opened).toBeGreaterThan(checks.length);
    expect(closed).toBe(opened);
  });

  const bitcoin = { chain: "bitcoin", address: wallets.bitcoin.canonical } as const;
  const unknowing = { screen: () => Promise.reject(new Error("It knows nothing.")) };
  const [providerCheck = storageCheck(search, memoryStorage)] = riskProviderConformance({
    provider: () => unknowing,
    known: [bitcoin],
  });

  it("ignores what runners pass to a test function", async () => {
    const context = Object.assign(() => undefined, { task: {}, seed: "none" });
    class TestContext {
      readonly seed = "none";
    }
    const handed = [context, new TestContext(), { step: () => undefined, name: "deno", runs: -1 }, {}, undefined, null];
    for (const { run } of storageConformance(memoryStorage, { runs: 2 }).slice(0, 8)) {
      expect(run.length).toBe(0);
      // As a runner without types calls it.
      for (const each of handed) await (run as (given: unknown) => Promise<void>)(each);
    }
    for (const each of handed) {
      await expect((providerCheck.run as (given: unknown) => Promise<void>)(each)).rejects.toThrow(
        "failed: for known[0]",
      );
    }
  });

  it.each([
    ["runs", { runs: 0 }],
    ["runs", { runs: 1.5 }],
    ["seed", { seed: "7" }],
    ["path", { path: 3 }],
    ["path", { seed: 1, path: "x:y" }],
    ["path", { seed: 1, path: "-1" }],
    ["path", { seed: 1, path: "1.5" }],
    ["path", { seed: 1, path: "3:" }],
    ["path", { seed: 1, path: "|AAA" }],
    // This path would skip too many cases first.
    ["path", { seed: 1, path: "1000000000:0" }],
    ["The option path of check.run needs the option seed", { path: "3:0" }],
    ['check.run has no option "run"; its options are seed, runs, path', { run: 5 }],
  ])("refuses options that are not valid: %s in %j", async (named, options) => {
    for (const check of [storageCheck(search, memoryStorage), providerCheck]) {
      const running = (check.run as (given: unknown) => Promise<void>)(options);
      await expect(running).rejects.toMatchObject({
        code: "configuration_invalid",
        message: expect.stringContaining(named),
      });
    }
  });

  it("tries as many cases as runs", async () => {
    let opened = 0;
    const subject = (): ComplianceStorage => {
      opened += 1;
      return memoryStorage();
    };
    await storageCheck(search, subject).run({ runs: 7 });
    expect(opened).toBe(7);
    await storageConformance(subject, { runs: 3 })
      .find(({ name }) => name === search)
      ?.run();
    expect(opened).toBe(10);
    await storageCheck(search, subject).run();
    expect(opened).toBe(60);
  });
});

describe("storageConformance", () => {
  it.each([
    ["invalid_input", undefined, undefined],
    ["invalid_input", memoryStorage(), undefined],
    ["invalid_input", { place: "/tmp" }, undefined],
    ["configuration_invalid", memoryStorage, { runs: 0 }],
    ["configuration_invalid", memoryStorage, { seed: 1 }],
    ["configuration_invalid", memoryStorage, null],
  ] as const)("throws at once for a wrong argument: %s", (code, subject, options) => {
    // Callers without types may pass anything.
    thrownBy(() => storageConformance(subject as StorageSubject, options as CheckOptions), code);
  });

  it("tests durability only with { place }", () => {
    const durable = (subject: StorageSubject): readonly boolean[] =>
      storageConformance(subject).map(({ promise }) => promise.includes("closed and opened again"));
    expect(durable(memoryStorage)).not.toContain(true);
    expect(durable({ place: () => memoryStorage })).toContain(true);
  });
});

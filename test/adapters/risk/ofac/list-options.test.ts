import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAddress } from "../../../../src/index.js";
import { type OfacListEntry, ofacList, parseOfacList } from "../../../../src/providers.js";
import { streamed } from "../../../support/ofac/files.js";
import { clean, list, listedBitcoin, screened } from "../../../support/ofac/list.js";
import { failureOf, thrownBy } from "../../../support/outcomes.js";

const day = 24 * 60 * 60 * 1000;
const notListed = ["ofac-sdn:not-listed", "ofac-sdn:as-of:2026-11-20"];

describe("the age of the list", () => {
  const entries = [{ code: "XBT", address: listedBitcoin }];
  const at = (time: string) => () => new Date(time);

  it("is 30 days at the most, to the millisecond, for a miss", async () => {
    const good = list(entries, { clock: at("2026-12-20T00:00:00.000Z") });
    expect((await screened(good, "bitcoin", clean)).risk_descriptors).toEqual(notListed);
    const stale = list(entries, { clock: at("2026-12-20T00:00:00.001Z") });
    const { message } = await failureOf(stale.screen({ chain: "bitcoin", address: clean }), "list_stale");
    expect(message).toBe(
      "The sanctions list of 2026-11-20 is older than 30 days (maxAge), so it cannot report an address as not listed. " +
        "Download the treasury's SDN.XML, parse it with parseOfacList, and create a new ofacList.",
    );
  });

  it("does not hide a hit", async () => {
    const stale = list(entries, { clock: at("2036-01-01T00:00:00Z") });
    expect(await screened(stale, "bitcoin", listedBitcoin)).toMatchObject({ risk_ratio: 100 });
  });

  it("is what the caller says", async () => {
    const options = { maxAge: 1.5 * day, clock: at("2026-11-21T12:00:00.000Z") };
    expect((await screened(list(entries, options), "bitcoin", clean)).risk_ratio).toBe(0);
    const stale = list(entries, { ...options, clock: at("2026-11-21T12:00:00.001Z") });
    const { message } = await failureOf(stale.screen({ chain: "bitcoin", address: clean }), "list_stale");
    expect(message).toContain("older than 1.5 days");
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, "7 days"])("cannot be limited to %s", (maxAge) => {
    // What a caller without types may give.
    expect(thrownBy(() => list(entries, { maxAge: maxAge as number }), "configuration_invalid").message).toContain(
      "maxAge",
    );
  });

  it.each(["", "20.11.2026", "2026-11-31", "2026-11-20T00:00:00Z", undefined, 20261120])(
    "needs a day, not %s",
    (date) => {
      // As above.
      expect(thrownBy(() => list(entries, { asOf: date as string }), "configuration_invalid").message).toContain(
        "asOf",
      );
    },
  );

  it("is known when the list is of tomorrow, but not when it is of the day after", async () => {
    const early = list(entries, { clock: at("2026-11-19T00:00:00.000Z") });
    expect((await screened(early, "bitcoin", clean)).risk_ratio).toBe(0);
    const { message } = thrownBy(
      () => list(entries, { clock: at("2026-11-18T23:59:59.999Z") }),
      "configuration_invalid",
    );
    expect(message).toContain("future");
  });

  it("is not known to a clock that falls back, or gives no time", async () => {
    let now = "2026-11-21T00:00:00Z";
    const provider = list(entries, { clock: () => new Date(now) });
    for (now of ["2026-11-01T00:00:00Z", "never"]) {
      await failureOf(provider.screen({ chain: "bitcoin", address: clean }), "configuration_invalid");
      expect(await screened(provider, "bitcoin", listedBitcoin)).toMatchObject({ risk_ratio: 100 });
    }
    thrownBy(() => list(entries, { clock: at("never") }), "configuration_invalid");
    for (const clock of [Date.now, new Date(), null, "12:00"]) {
      // Callers without types may give anything.
      thrownBy(() => list(entries, { clock: clock as never }), "configuration_invalid");
    }
  });

  it("is judged by the time of the machine when nothing else is said", async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect((await screened(ofacList({ entries, asOf: today }), "bitcoin", clean)).risk_ratio).toBe(0);
    await failureOf(
      ofacList({ entries, asOf: "2020-01-01" }).screen({ chain: "bitcoin", address: clean }),
      "list_stale",
    );
  });
});

describe("the entries of a list", () => {
  it.each([[], undefined, null, "XBT", { length: 1 }])("must be at least one, not %j", (entries) => {
    // What a caller without types may give.
    const { message } = thrownBy(() => list(entries as unknown as OfacListEntry[]), "configuration_invalid");
    expect(message).toContain("An empty list would match no address");
  });

  it.each([
    null,
    undefined,
    listedBitcoin,
    {},
    { code: "XBT" },
    { address: listedBitcoin },
    { code: 1, address: listedBitcoin },
    { code: "XBT", address: listedBitcoin, name: null },
    { code: "XBT", address: listedBitcoin, aliases: "A" },
    { code: "XBT", address: listedBitcoin, programs: [1] },
  ])("must be entries, not %j", (entry) => {
    // As above.
    const { message } = thrownBy(
      () => list([{ code: "XBT", address: listedBitcoin }, entry as OfacListEntry]),
      "configuration_invalid",
    );
    expect(message).toContain("entries[1] must have");
    expect(message).not.toContain(listedBitcoin);
  });

  it.each([
    ["XBT", `${listedBitcoin}x`, "unknown_format"],
    ["XMR", "48ZnCanary", "unknown_chain"],
    ["NEWCOIN", "canary", "unknown_code"],
  ])("must lie on a chain: %s is not dropped in silence", (code, address, reason) => {
    const { message } = thrownBy(() => list([{ code, address }]), "configuration_invalid");
    expect(message).toContain(`entries[0] is on no supported chain (${reason})`);
    expect(message).not.toContain(address);
  });

  it("are copied: what the caller does to them later changes nothing", async () => {
    const aliases = ["A"];
    const entry = { code: "XBT", address: listedBitcoin, name: "N", aliases };
    const entries: OfacListEntry[] = [entry];
    const provider = list(entries);
    entries.length = 0;
    entry.address = clean;
    aliases.push("B");
    expect(await screened(provider, "bitcoin", listedBitcoin)).toMatchObject({ vasp_name_business: "A" });
    expect(Object.isFrozen(provider)).toBe(true);
  });

  it("may come from a file, and be written as JSON in between", async () => {
    const file = readFileSync("examples/data/ofac-sample.xml");
    const published = await parseOfacList(streamed(file));
    expect(published).toMatchObject({ asOf: "2026-10-01", source: "SDN.XML", count: 25 });
    const clock = () => new Date("2026-10-05T00:00:00Z");
    const fresh = ofacList({ ...published, maxAge: 7 * day, clock });
    const again = ofacList({ ...JSON.parse(JSON.stringify(published)), maxAge: 7 * day, clock });
    for (const { address, chains } of published.entries) {
      const [chain] = chains.filter((each) => parseAddress(each, address).ok);
      if (chain === undefined) continue; // of a fork, in another spelling
      const hit = await screened(fresh, chain, address);
      expect(hit.risk_ratio).toBe(100);
      expect(await screened(again, chain, address)).toEqual(hit);
    }
    expect((await screened(fresh, "bitcoin", clean)).risk_ratio).toBe(0);
  });

  it("are recorded under the name that the caller gives", async () => {
    const provider = list([{ code: "XBT", address: listedBitcoin }], { provider_name: "HOUSE" });
    expect(provider.provider_name).toBe("HOUSE");
    expect(await screened(provider, "bitcoin", listedBitcoin)).toMatchObject({ provider_name: "HOUSE" });
    expect(await screened(provider, "bitcoin", clean)).toMatchObject({ provider_name: "HOUSE" });
    thrownBy(() => list([{ code: "XBT", address: listedBitcoin }], { provider_name: " " }), "configuration_invalid");
  });
});

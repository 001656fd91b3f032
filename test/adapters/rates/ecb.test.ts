import { describe, expect, it, onTestFinished, vi } from "vitest";
import { parseEcbDaily } from "../../../src/adapters/rates/ecb.js";
import { untilAborted } from "../../../src/adapters/transport/deadline.js";
import type { ComplianceError } from "../../../src/domain/compliance-error.js";
import { ecbRates } from "../../../src/providers.js";
import { changed, ecbFile, withEntry } from "../../support/ecb-file.js";
import { answering, withService } from "../../support/local-server.js";
import { thrownBy } from "../../support/outcomes.js";
import { rateSourceSuite } from "../../support/rate-source-suite.js";
import { serviceFaultSuite } from "../../support/service-faults.js";

const failureOf = (xml: string): ComplianceError => thrownBy(() => parseEcbDaily(xml), "provider_unreadable");

describe("the daily file of the European Central Bank", () => {
  it("has the thirty rates of its day, as the bank's text", () => {
    const table = parseEcbDaily(ecbFile);
    expect(table).toMatchObject({
      base: "EUR",
      date: "2024-06-28",
      source: "European Central Bank, euro foreign exchange reference rates",
    });
    expect(Object.keys(table.rates)).toHaveLength(30);
    // Trailing zeros are kept: no number was made of the text.
    expect(table.rates).toMatchObject({ USD: "1.0705", HUF: "395.10", PLN: "4.3090", PHP: "62.560", IDR: "17487.21" });
    expect(Object.isFrozen(table) && Object.isFrozen(table.rates)).toBe(true);
  });

  it("may be written with double quotes, on one line, with CRLF, and with elements that are new", () => {
    const [double, line, crlf] = [
      ["'", '"'],
      [/[\t\n]/g, " "],
      ["\n", "\r\n"],
    ] as const;
    const written = [double, line, crlf].map(([from, to]) => ecbFile.replaceAll(from, to));
    for (const xml of [...written, changed("<gesmes:Sender>", "<gesmes:note/><gesmes:Sender>")]) {
      expect(parseEcbDaily(xml)).toEqual(parseEcbDaily(ecbFile));
    }
  });

  it.each([
    ["is not there", ""],
    ["stands there twice", "<Cube currency='SGD' rate='1.4513'/><Cube currency='SGD' rate='1.4514'/>"],
    ["stands there twice with one rate", "<Cube currency='SGD' rate='1.4513'/><Cube currency='SGD' rate='1.4513'/>"],
    ["stands there three times", "<Cube currency='SGD' rate='1.4513'/>".repeat(3)],
    ["stands there twice, once without a rate", "<Cube currency='SGD' rate='N/A'/><Cube currency='SGD' rate='1.4'/>"],
    ["is N/A", "<Cube currency='SGD' rate='N/A'/>"],
    ["is zero", "<Cube currency='SGD' rate='0'/>"],
    ["is zero with places", "<Cube currency='SGD' rate='0.0000'/>"],
    ["is negative", "<Cube currency='SGD' rate='-1.4513'/>"],
    ["has an exponent", "<Cube currency='SGD' rate='1.4513e0'/>"],
    ["has a decimal comma", "<Cube currency='SGD' rate='1,4513'/>"],
    ["is empty", "<Cube currency='SGD' rate=''/>"],
    ["has spaces", "<Cube currency='SGD' rate=' 1.4513'/>"],
    ["is very long", `<Cube currency='SGD' rate='1.${"4".repeat(5000)}'/>`],
    ["is absent", "<Cube currency='SGD'/>"],
    ["has no currency", "<Cube rate='1.4513'/>"],
    ["is in lower case", "<Cube currency='sgd' rate='1.4513'/>"],
  ])("has no rate for a currency whose rate %s, and keeps the others", (_, replacement) => {
    const { rates } = parseEcbDaily(withEntry("SGD", replacement));
    expect(Object.keys(rates)).toHaveLength(29);
    expect(rates).not.toHaveProperty("SGD");
    expect(rates).toHaveProperty("USD", "1.0705");
  });

  it("has no rate for the euro, which is the base, nor for inherited names", () => {
    const others = ["EUR", "__proto__", "constructor"].map((name) => `<Cube currency='${name}' rate='2'/>`);
    const { rates } = parseEcbDaily(withEntry("SGD", others.join("")));
    expect(Object.keys(rates)).toHaveLength(29);
    expect(Object.getPrototypeOf(rates)).toBe(Object.prototype);
  });

  const bomb = "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>]>";
  it.each([
    ["a page", "<!doctype html><html><head><title>canary</title></head><body>canary</body></html>"],
    ["a page of well-formed XML", "<html><body>canary</body></html>"],
    ["JSON", '{"base":"EUR","rates":{"USD":1.07}}'],
    ["other XML", "<rates><Cube><Cube time='2024-06-28'><Cube currency='USD' rate='1.07'/></Cube></Cube></rates>"],
    ["an envelope without rates", changed(/<Cube>[\s\S]*<\/Cube>/, "")],
    ["a file without rates in its day", changed(/<Cube currency[\s\S]*\/>/, "")],
    ["a file with unusable rates only", ecbFile.replaceAll(/rate='[^']*'/g, "rate='N/A'")],
    ["a file without date", changed(" time='2024-06-28'", "")],
    ["a file with a day that is none", changed("2024-06-28", "2024-06-31")],
    ["a file with a date in another form", changed("2024-06-28", "28.06.2024")],
    ["a file with two days", changed("</Cube>\n\t</Cube>", "</Cube><Cube time='2024-06-27'/></Cube>")],
    // test/adapters/transport/xml.test.ts has the other faults of XML, with this file cut anywhere.
    ["a file with a bomb of entities", changed("<gesmes:Envelope", `${bomb}<gesmes:Envelope`)],
    ["a file with an entity in a rate", changed("1.0705", "&canary;")],
  ])("is not %s: provider_unreadable, without its content", (_, xml) => {
    const { message, cause } = failureOf(xml);
    expect(`${message} ${cause}`).not.toMatch(/canary|1\.07/);
  });
});

const at = new Date("2024-06-28T16:00:00Z");
const xml = { "content-type": "text/xml" };

rateSourceSuite("ecbRates", {
  at,
  currencies: ["EUR", "USD", "SGD"],
  source: (url, clock) => ecbRates({ url, clock }),
  service: [
    answering(200, ecbFile, xml),
    answering(200, changed("2024-06-28", "2024-07-01"), xml),
    new Date("2024-07-01T16:00:00Z"),
  ],
});

serviceFaultSuite("ecbRates", {
  ask: (options, signal) => untilAborted(ecbRates(options).current(at), signal),
  good: answering(200, ecbFile, xml),
  repeats: true,
});

describe("the European Central Bank's rates", () => {
  it("are read from the daily file, frozen, and once while cached", () =>
    withService([answering(200, ecbFile, xml)], async (server) => {
      const source = ecbRates({ url: server.url });
      const [table, ...others] = await Promise.all(Array.from({ length: 20 }, () => source.current(at)));
      expect(table).toMatchObject({ base: "EUR", date: "2024-06-28", rates: { USD: "1.0705", HUF: "395.10" } });
      expect(new Set(others)).toEqual(new Set([table]));
      expect(await source.current(at)).toBe(table);
      expect(server.requests()).toBe(1);
    }));

  it("come from the bank's own address over the global fetch by default", async () => {
    const asked: string[] = [];
    onTestFinished(() => void vi.unstubAllGlobals());
    // Like a browser, which refuses a fetch that is called as anything but the global's.
    vi.stubGlobal("fetch", async function (this: unknown, url: string) {
      if (this !== globalThis) throw new TypeError("Illegal invocation");
      asked.push(url);
      return new Response(ecbFile);
    });
    expect(await ecbRates().current(at)).toMatchObject({ date: "2024-06-28" });
    expect(asked).toEqual(["https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"]);
  });

  it("are read again once the cache time is over", () => {
    const next = changed("2024-06-28", "2024-07-01");
    return withService([answering(200, ecbFile), answering(200, next)], async (server) => {
      let now = at.getTime();
      const source = ecbRates({ url: server.url, cacheMs: 1000, clock: () => new Date(now) });
      expect(await source.current(at)).toMatchObject({ date: "2024-06-28" });
      // The table is of a Monday, and this is still Friday: more than a day to come.
      const early = ecbRates({ url: server.url, clock: () => at }).current(at);
      await expect(early).rejects.toMatchObject({ code: "provider_unreadable" });
      now = Date.parse("2024-07-01T16:00:00Z");
      expect(await source.current(at)).toMatchObject({ date: "2024-07-01" });
      expect(server.requests()).toBe(3);
    });
  });

  it("survive an outage for staleIfErrorMs, with each failure reported, then fail", () =>
    withService([answering(200, ecbFile), answering(500, "canary")], async ({ url }) => {
      let now = at.getTime();
      const told: string[] = [];
      const onRefreshFailure = ({ code }: ComplianceError) => void told.push(code);
      const options = { url, cacheMs: 1000, staleIfErrorMs: 5000, clock: () => new Date(now), onRefreshFailure };
      const source = ecbRates(options);
      const table = await source.current(at);
      now += 5999;
      expect(await source.current(at)).toBe(table);
      expect(told).toEqual(["provider_unavailable"]);
      now += 1000;
      await expect(source.current(at)).rejects.toMatchObject({ code: "provider_unavailable" });
      expect(told).toEqual(["provider_unavailable"]);
    }));
});

describe("without the bank's rates there is no table", () => {
  it.each([
    ["other XML", answering(200, "<canary/>"), "provider_unreadable"],
    [
      "a file that is not UTF-8",
      answering(200, Buffer.from(changed("Reference", "Référence"), "latin1")),
      "provider_unreadable",
    ],
    ["five megabytes", answering(200, ecbFile + " ".repeat(5_000_000)), "provider_oversized"],
  ])("with %s", (_, listener, code) =>
    withService([listener], async ({ url }) => {
      await expect(ecbRates({ url }).current(at)).rejects.toMatchObject({ code });
    }),
  );
});

import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { parseEcbDaily } from "../../../src/adapters/rates/ecb.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import { type EcbRatesOptions, ecbRates } from "../../../src/providers.js";
import { changed, ecbFile, withEntry } from "../../support/ecb-file.js";
import { answering, resetting, silent, withService } from "../../support/local-server.js";
import { rateSourceSuite } from "../../support/rate-source-suite.js";

function failureOf(xml: string): ComplianceError {
  try {
    parseEcbDaily(xml);
  } catch (error) {
    if (error instanceof ComplianceError) return error;
    throw error;
  }
  throw new Error("the file was read");
}

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
    const table = parseEcbDaily(ecbFile);
    expect(parseEcbDaily(ecbFile.replaceAll("'", '"'))).toEqual(table);
    expect(parseEcbDaily(ecbFile.replaceAll(/[\t\n]/g, " "))).toEqual(table);
    expect(parseEcbDaily(ecbFile.replaceAll("\n", "\r\n"))).toEqual(table);
    expect(parseEcbDaily(changed("<gesmes:Sender>", "<gesmes:note/><gesmes:Sender>"))).toEqual(table);
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
    ["an empty answer", ""],
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
    ["a file with a bomb of entities", changed("<gesmes:Envelope", `${bomb}<gesmes:Envelope`)],
    ["a file with an entity in a rate", changed("1.0705", "&canary;")],
    ["a file with a comment", changed("<Cube>", "<!-- canary --><Cube>")],
    ["a file that is cut within a tag", ecbFile.slice(0, 900)],
    ["a file that is cut after a tag", changed(/<Cube currency='SGD'[\s\S]*/, "")],
    ["a file without its last end tag", changed("</gesmes:Envelope>", "")],
    ["a file with something behind it", `${ecbFile}canary`],
  ])("is not %s: provider_unreadable, without its content", (_, xml) => {
    const { code, message, cause } = failureOf(xml);
    expect(code).toBe("provider_unreadable");
    expect(`${message} ${cause}`).not.toMatch(/canary|1\.07/);
  });

  it("is rejected when cut anywhere", () => {
    fc.assert(
      fc.property(fc.nat({ max: ecbFile.trimEnd().length - 1 }), (length) => {
        expect(failureOf(ecbFile.slice(0, length)).code).toBe("provider_unreadable");
      }),
    );
  });
});

const at = new Date("2024-06-28T16:00:00Z");
const xml = { "content-type": "text/xml" };

type Listeners = Parameters<typeof withService>[0];

/** The error of the first `current` of a source over such a server; it tells nothing of the URL or of a body. */
async function failureWith(listeners: Listeners, options: EcbRatesOptions = {}): Promise<ComplianceError> {
  return withService(listeners, async ({ url }) => {
    const error: unknown = await ecbRates({ url, ...options })
      .current(at)
      .catch((reason: unknown) => reason);
    if (!(error instanceof ComplianceError)) throw new Error("expected a ComplianceError", { cause: error });
    expect(`${error.message} ${error.stack} ${error.cause}`).not.toMatch(/canary|rates\.xml/);
    return error;
  });
}

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

afterEach(() => {
  vi.unstubAllGlobals();
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
    // Like a browser, which refuses a fetch that is called as anything but the global's.
    vi.stubGlobal("fetch", async function (this: unknown, url: string) {
      if (this !== globalThis) throw new TypeError("Illegal invocation");
      asked.push(url);
      return new Response(ecbFile);
    });
    expect(await ecbRates().current(at)).toMatchObject({ date: "2024-06-28" });
    expect(asked).toEqual(["https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"]);
  });

  it("have no rate for a currency that the file lacks, and never zero", () =>
    withService([answering(200, withEntry("SGD", ""), xml)], async ({ url }) => {
      const { rates } = await ecbRates({ url }).current(at);
      expect(rates).not.toHaveProperty("SGD");
      expect(Object.values(rates)).not.toContain("0");
    }));

  it("are read again once the cache time is over", () => {
    const next = changed("2024-06-28", "2024-07-01");
    return withService([answering(200, ecbFile), answering(200, next)], async (server) => {
      let now = at.getTime();
      const source = ecbRates({ url: server.url, cacheMs: 1000, clock: () => new Date(now) });
      expect(await source.current(at)).toMatchObject({ date: "2024-06-28" });
      now += 1000;
      // The table is of a Monday, and this is still Friday: more than a day to come.
      await expect(ecbRates({ url: server.url, clock: () => at }).current(at)).rejects.toMatchObject({
        code: "provider_unreadable",
      });
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

  it("survive a connection that is reset once", () =>
    withService([resetting, answering(200, ecbFile)], async ({ url }) => {
      expect(await ecbRates({ url }).current(at)).toMatchObject({ date: "2024-06-28" });
    }));
});

describe("without the bank's rates there is no table", () => {
  it.each<[string, Listeners, string]>([
    ["a server that fails", [answering(500, "canary")], "provider_unavailable"],
    ["a server that stays overloaded", [answering(503)], "provider_unavailable"],
    ["a limit that outlasts the time", [answering(429, "", { "retry-after": "60" })], "provider_rate_limited"],
    ["a file that is not there", [answering(404, "<canary/>")], "provider_rejected"],
    ["a firewall's page", [answering(403, "<html>canary</html>")], "provider_unauthorized"],
    ["a redirect", [answering(302, "", { location: "https://canary.example/" })], "provider_redirected"],
    ["a connection that is always reset", [resetting], "provider_unreachable"],
    ["a page with status 200", [answering(200, "<!doctype html><html>canary</html>")], "provider_unreadable"],
    ["a truncated file", [answering(200, ecbFile.slice(0, 1000))], "provider_unreadable"],
    ["other XML", [answering(200, "<canary/>")], "provider_unreadable"],
    [
      "a file that is not UTF-8",
      [answering(200, Buffer.from(changed("Reference", "Référence"), "latin1"))],
      "provider_unreadable",
    ],
    ["five megabytes", [answering(200, ecbFile + " ".repeat(5_000_000))], "provider_oversized"],
  ])("with %s", async (_, listeners, code) => {
    expect((await failureWith(listeners, { timeoutMs: 5000 })).code).toBe(code);
  });

  it("with a server that does not respond completely", async () => {
    expect((await failureWith([silent], { timeoutMs: 50 })).code).toBe("provider_timeout");
    const half: Listeners = [(_, response) => response.write(ecbFile.slice(0, 800))];
    expect((await failureWith(half, { timeoutMs: 50 })).code).toBe("provider_timeout");
  });
});

describe("invalid options throw configuration_invalid", () => {
  it.each<[string, EcbRatesOptions]>([
    ["a URL over plain http", { url: "http://rates.example/eurofxref-daily.xml" }],
    ["something that is no URL", { url: "eurofxref-daily.xml" }],
    ["no time", { timeoutMs: 0 }],
    ["a negative time to keep", { cacheMs: -1 }],
    ["an endless grace", { staleIfErrorMs: Number.POSITIVE_INFINITY }],
  ])("%s", (_, options) => {
    expect(() => ecbRates(options)).toThrow(expect.objectContaining({ code: "configuration_invalid" }));
  });
});

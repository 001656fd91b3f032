import { afterEach, describe, expect, it, vi } from "vitest";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import { type EcbRatesOptions, ecbRates } from "../../../src/providers.js";
import { changed, ecbFile, withEntry } from "../../support/ecb-file.js";
import { answering, resetting, silent, withService } from "../../support/local-server.js";
import { rateSourceSuite } from "../../support/rate-source-suite.js";

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
  it("are read from the daily file, frozen, and asked for once while they are kept", () =>
    withService([answering(200, ecbFile, xml)], async (server) => {
      const source = ecbRates({ url: server.url });
      const [table, ...others] = await Promise.all(Array.from({ length: 20 }, () => source.current(at)));
      expect(table).toMatchObject({ base: "EUR", date: "2024-06-28", rates: { USD: "1.0705", HUF: "395.10" } });
      expect(new Set(others)).toEqual(new Set([table]));
      expect(await source.current(at)).toBe(table);
      expect(server.requests()).toBe(1);
    }));

  it("come from the bank's own address over the global fetch when nothing else is said", async () => {
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

  it("are read again once the time to keep is over", () => {
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

  it("survive an outage for the grace, with each failure told, and then fail", () =>
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

  it("are had in spite of a connection that is reset once", () =>
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

  it("with a server that does not answer, or not to the end", async () => {
    expect((await failureWith([silent], { timeoutMs: 50 })).code).toBe("provider_timeout");
    const half: Listeners = [(_, response) => response.write(ecbFile.slice(0, 800))];
    expect((await failureWith(half, { timeoutMs: 50 })).code).toBe("provider_timeout");
  });
});

describe("options that cannot be right are refused at once: configuration_invalid", () => {
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

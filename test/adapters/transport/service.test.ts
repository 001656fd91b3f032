import { describe, expect, it } from "vitest";
import { checkedDuration, parseEndpoint } from "../../../src/adapters/transport/service.js";
import { thrownBy } from "../../support/outcomes.js";

describe("the URL of an outside service", () => {
  it.each([
    "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml",
    "https://rates.example:8443/?key=1",
    "http://localhost:8080/",
    "http://rates.localhost/",
    "http://127.0.0.1/",
    "http://127.1:81/",
    "http://[::1]:80/",
  ])("may be %s", (text) => {
    expect(parseEndpoint(text).href).toBe(new URL(text).href);
  });

  it.each([
    "http://canary.example/",
    "http://127.0.0.1.canary.example/",
    "http://localhost.canary.example/",
    "http://canarylocalhost/",
    "http://10.0.0.1/canary",
    "ftp://localhost/canary",
    "file:///canary",
    "data:text/xml,canary",
    "/canary.xml",
    "",
    "https://user:canary@rates.example/",
    "https://canary@rates.example/",
  ])("must not be %s: configuration_invalid, which does not repeat it", (text) => {
    expect(thrownBy(() => parseEndpoint(text), "configuration_invalid").message).not.toContain("canary");
  });
});

describe("a duration option", () => {
  it.each([0, 0.5, 10_000, 2 ** 31 - 1])("may be %d", (ms) => {
    expect(checkedDuration("cacheMs", ms, 0)).toBe(ms);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])("must not be %d: configuration_invalid", (ms) => {
    const { message } = thrownBy(() => checkedDuration("cacheMs", ms, 0), "configuration_invalid");
    expect(message).toContain("cacheMs");
  });
});

/** Travel addresses: the vectors, issues, round trips and hostile texts. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { base58Check } from "../../src/domain/chains/encodings/base58check.js";
import type { Result } from "../../src/index.js";
import { encodeTravelAddress, parseTravelAddress, type TravelIssueCode } from "../../src/ivms101.js";
import { anything, hostiles } from "../support/hostile.js";
import { runs } from "../support/runs.js";
import { inquiryUrl, travelFaults } from "../support/travel.js";

/** URL without scheme, and its travel address. All but the last two are of public libraries and documents. */
const vectors: readonly (readonly [rest: string, address: string, isPrivate: boolean])[] = [
  ["beneficiary.com/x/12345?t=i", "ta2W2HPKfHxgSgrzY178knqXHg1H3jfeQrwQ9JrKBs9wv", false],
  [
    "beneficiary.com/x/12345?color=red&foo=bar&t=i",
    "taGw1e4cjuujwyHBV51aspbLBUbcDhebW7ss8iF6dLEn19WfyQZt6HaUTStSE2YcadkFG",
    false,
  ],
  [
    "api.testing.21analytics.xyz/transfers/01H11RHY53MBMEQB1VJ4KJF39Z?t=i",
    "ta2SRCMhxtdtKVfoV2MTziaN7F9WD7WKyGvynQa7w3as7ziTr583ZRU1DeKarHjFrLSxuQAZLciZMqry4Yk797qKErWYnCmj8sLaH",
    false,
  ],
  ["trisa.beneficiary.com:8000?t=i", "ta3dgYSWEoAJPfU2Wdr2hvQmXem4dHbfKyYrisbBTnXjL2Kub", false],
  ["10.20.1.231/x/12345?t=i", "ta7eawSJpSSSqZScV8b8hDD6hLMtLKC4S6tfKc3", true],
  ["localhost?t=i", "ta226rAKyTmMxzsmkda5U2Vhw1", true],
  ["vasp.example/trp/inquiry/9f3c?t=i", "ta4y7m53pKmTCENDPMhkFeu9Y1QrqrWJyeztsgLxuiPqBbk2Zs7AH", false],
  ["vasp.example?t=i", "ta2ef3qnsGJTzJ8JGwR1mHuvtinB2Z", false],
];

const codesOf = (result: Result<unknown, TravelIssueCode>): readonly string[] =>
  result.ok ? [] : result.issues.map(({ code }) => code);

const sealed = (rest: string): string => `ta${base58Check.encode(new TextEncoder().encode(rest))}`;

describe("vectors", () => {
  it.each(vectors)("%s", (rest, address, isPrivateHost) => {
    expect(encodeTravelAddress(`https://${rest}`)).toEqual({ ok: true, value: address });
    const host = new URL(`https://${rest}`).hostname;
    const value = { url: `https://${rest}`, host, form: "travel_address", isPrivateHost };
    expect(parseTravelAddress(address)).toEqual({ ok: true, value });
    expect(codesOf(parseTravelAddress(address.slice(2)))).not.toEqual([]);
  });

  it.each([
    ["taEJKtAQyrS5x6i59GBS2fcbcUxoR14dYiW9cZu", "url_tag"],
    ["ta2BCfkBRHmbhyZuKHmEdHpypmo7HG4RJVgaWYR4LkKGLyAtJQkDtJrK", "url_scheme"],
    ["taEJKtAQyrS5x6i59GKB6iMPx1iDzs8HXGNhbk1", "url_host"],
    ["ta3MNQE1Y", "travel_address_checksum"],
    ["ta123412", "travel_address_length"],
    ["ta", "travel_address_length"],
    ["TA2ef3qnsGJTzJ8JGwR1mHuvtinB2Z", "travel_address_prefix"],
    ["", "travel_address_prefix"],
    ["ta2ef3qnsGJTzJ8JGwR1mHuvtinB2Z ", "travel_address_characters"],
    ["ta1lnvalid0", "travel_address_characters"],
  ])("%s: %s", (text, code) => {
    expect(codesOf(parseTravelAddress(text))).toEqual([code]);
  });

  it.each([
    [
      "lnurl1dp68gurn8ghj7cn9dejkv6trd9shy7fwvdhk6tm5wfcr7arpvu7hgunpwejkcun4d3jkjmn3w45hy7gmsy37e",
      "https://beneficiary.com/trp?tag=travelruleinquiry",
    ],
    [
      "LNURL1DP68GURN8GHJ7MMSV4H8VCTNWQH8GETNWSKKUET59E5K7TE3XGEN7ARPVU7KJMN3W45HY7GF5KZ53",
      "https://openvasp.test-net.io/123?tag=inquiry",
    ],
  ])("the older form %s", (text, url) => {
    const value = { url, host: new URL(url).hostname, form: "lnurl", isPrivateHost: false };
    expect(parseTravelAddress(text)).toEqual({ ok: true, value });
    const wrong = text.slice(0, -1) + (text.startsWith("l") ? "q" : "Q");
    expect(codesOf(parseTravelAddress(wrong))).toEqual(["travel_address_checksum"]);
    const mixed = text.slice(0, -1) + (text.startsWith("l") ? "E" : "e");
    expect(codesOf(parseTravelAddress(mixed))).toEqual(["travel_address_characters"]);
    expect(codesOf(parseTravelAddress(`${text}1`))).toContain("travel_address_characters");
  });
});

describe("issues", () => {
  it("all faults of a URL are reported", () => {
    expect(codesOf(encodeTravelAddress("https://me:pw@vasp?u=a://b#x"))).toEqual([
      "url_scheme",
      "url_credentials",
      "url_fragment",
      "url_host",
      "url_tag",
    ]);
  });

  it.each([
    ["https://@vasp.example?t=i", "url_credentials"],
    ["https:////vasp.example?t=i", "url_malformed"],
    ["https://vasp.example\\@evil.example?t=i", "url_malformed"],
    ["https://vasp.ex\nample?t=i", "url_malformed"],
    ["https://vasp.example?t=i\u202e", "url_malformed"],
    ["https://vasp.example:99999?t=i", "url_malformed"],
    ["https://?t=i", "url_malformed"],
    ["https://vasp.example?t=I", "url_tag"],
    ["https://vasp.example?t=x&t=i", "url_tag"],
    ["https://vasp.example#?t=i", "url_fragment"],
    ["vasp.example?t=i", "url_scheme"],
    ["http://vasp.example?t=i", "url_scheme"],
    ["https://vasp.?t=i", "url_host"],
    [`https://vasp.example/${"x".repeat(1_000)}?t=i`, "text_too_long"],
    [`https://vasp.example/${"x".repeat(800)}?t=i`, "text_too_long"],
  ])("%s cannot be encoded: %s", (url, code) => {
    expect(codesOf(encodeTravelAddress(url))).toContain(code);
    const rest = url.slice("https://".length);
    if (url.startsWith("https://")) expect(codesOf(parseTravelAddress(sealed(rest)))).toContain(code);
  });

  it("bytes that are no UTF-8", () => {
    const address = `ta${base58Check.encode(Uint8Array.of(0xc3, 0x28, 0x80, 0xff))}`;
    expect(codesOf(parseTravelAddress(address))).toEqual(["url_malformed"]);
  });

  it.each(Object.entries(travelFaults))("%s: each single-fault input has this issue only", (code, faulty) => {
    const property = fc.property(faulty, ({ run, canary }) => {
      const result = run();
      expect(new Set(codesOf(result))).toEqual(new Set([code]));
      expect(JSON.stringify(result)).not.toContain(canary);
    });
    fc.assert(property, { numRuns: runs(200) });
  });
});

describe("whatever the text is", () => {
  it("a URL and its travel address are each other's inverse", () => {
    const property = fc.property(inquiryUrl(), (url) => {
      const encoded = encodeTravelAddress(url);
      const parsed = encoded.ok ? parseTravelAddress(encoded.value) : encoded;
      expect(parsed.ok && parsed.value.url).toBe(url);
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it("a wrong character never gives another URL", () => {
    const property = fc.property(inquiryUrl(), fc.nat(), fc.constantFrom(..."2BCzxyQ"), (url, pick, character) => {
      const encoded = encodeTravelAddress(url);
      if (!encoded.ok) return;
      const at = 2 + (pick % (encoded.value.length - 2));
      const wrong = `${encoded.value.slice(0, at)}${character}${encoded.value.slice(at + 1)}`;
      fc.pre(wrong !== encoded.value);
      expect(codesOf(parseTravelAddress(wrong))).toEqual(["travel_address_checksum"]);
    });
    fc.assert(property, { numRuns: runs(500) });
  });

  it.each(hostiles)("$name never throws", ({ make }) => {
    expect(parseTravelAddress(make()).ok).toBe(false);
    expect(encodeTravelAddress(make() as string).ok).toBe(false);
  });

  it("no text throws, and no issue contains it", () => {
    const start = fc.constantFrom("", "ta", "lnurl1", "https://");
    const texts = fc.tuple(start, fc.oneof(fc.string({ unit: "binary" }), fc.string())).map((parts) => parts.join(""));
    const property = fc.property(fc.oneof(texts, anything()), (value) => {
      for (const result of [parseTravelAddress(value), encodeTravelAddress(value as string)]) {
        expect(result.ok || result.issues.length > 0).toBe(true);
      }
    });
    fc.assert(property, { numRuns: runs(1_000) });
  });

  it("long texts are answered without decoding them", () => {
    const start = performance.now();
    for (const prefix of ["ta", "lnurl1", "https://"]) {
      expect(codesOf(parseTravelAddress(prefix + "z".repeat(5_000_000)))).toEqual(["text_too_long"]);
    }
    parseTravelAddress(`ta${"z".repeat(998)}`);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

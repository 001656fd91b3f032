/** URLs of inquiries, and inputs with exactly one fault for every code of travel addresses. */

import { bech32 } from "@scure/base";
import fc from "fast-check";
import { base58Check } from "../../src/domain/chains/encodings/base58check.js";
import type { Result } from "../../src/index.js";
import {
  checkPublicUrl,
  encodeTravelAddress,
  type Ivms101IssueCode,
  parseTravelAddress,
  type TravelIssueCode,
} from "../../src/ivms101.js";

/** An input with one fault. */
export interface FaultyTravelInput {
  readonly run: () => Result<unknown, TravelIssueCode>;
  /** A part of the input that no issue may contain. */
  readonly canary: string;
}

const word = (): fc.Arbitrary<string> => fc.stringMatching(/^[a-z][a-z0-9]{3,12}$/);
const host = (): fc.Arbitrary<string> => fc.tuple(word(), word()).map(([name, more]) => `q${name}.${more}.example`);
const path = (): fc.Arbitrary<string> =>
  fc.array(word(), { maxLength: 4 }).map((words) => words.map((each) => `/${each}`).join(""));
const port = (): fc.Arbitrary<string> => fc.constantFrom("", ":8443", ":443");

/** Draws URLs of inquiries, also with ports and further parameters. */
export function inquiryUrl(): fc.Arbitrary<string> {
  const query = fc.constantFrom("t=i", "a=b&t=i", "t=i&n=%20é");
  const hosts = fc.oneof(host(), fc.constantFrom("8.8.8.8", "[2606:4700::1111]", "localhost"));
  return fc
    .tuple(hosts, port(), path(), query)
    .map(([name, number, rest, search]) => `https://${name}${number}${rest}?${search}`);
}

const encoded = (rest: string): string => `ta${base58Check.encode(new TextEncoder().encode(rest))}`;
const lnurl = (url: string): string => bech32.encode("lnurl", bech32.toWords(new TextEncoder().encode(url)), false);

/** A URL with a fault, where the three functions read it. `isInquiry`: only travel addresses have this rule. */
function urlFault(
  build: (host: string, path: string) => string,
  isInquiry = false,
  isInAddress = true,
): fc.Arbitrary<FaultyTravelInput> {
  return fc.tuple(host(), path(), fc.constantFrom(0, 1, 2, 3)).map(([name, rest, at]) => {
    const url = build(name, rest);
    const canary = name.split(".")[0] ?? "";
    if (at === 1 && isInAddress) {
      return { run: () => parseTravelAddress(encoded(url.slice("https://".length))), canary };
    }
    if (at === 2 && !isInquiry) return { run: () => parseTravelAddress(lnurl(url)), canary };
    if (at === 3 && !isInquiry) return { run: () => checkPublicUrl(url), canary };
    return { run: () => encodeTravelAddress(url), canary };
  });
}

/** A travel address with a fault. */
function textFault(change: (address: string) => string): fc.Arbitrary<FaultyTravelInput> {
  return inquiryUrl().map((url) => {
    const address = encodeTravelAddress(url);
    const text = change(address.ok ? address.value : "");
    return { run: () => parseTravelAddress(text), canary: text.slice(0, 12) };
  });
}

const otherOf = (character: string): string => (character === "z" ? "y" : "z");

/** Codes of travel addresses and URLs. Those of messages have a map of their own. */
export type TravelAddressCode = Exclude<
  TravelIssueCode,
  | Exclude<Ivms101IssueCode, "wrong_type" | "text_too_long">
  | "not_a_timestamp"
  | "not_an_lei"
  | "amount_malformed"
  | "amount_contradicts"
  | "amount_inexact"
  | "not_a_dti"
  | "trp_asset"
  | "trp_choice"
  | "trp_version"
>;

/** Inputs with one fault for every code. A code without them does not compile. */
export const travelFaults: { readonly [C in TravelAddressCode]: fc.Arbitrary<FaultyTravelInput> } = {
  wrong_type: fc.constantFrom(5, null, {}, ["https://qzxv77.example?t=i"]).chain((value) =>
    fc
      .constantFrom(
        parseTravelAddress,
        checkPublicUrl,
        encodeTravelAddress as (given: unknown) => Result<unknown, TravelIssueCode>,
      )
      .map((parse) => ({
        run: () => parse(value),
        canary: "qzxv77",
      })),
  ),
  text_too_long: urlFault((name) => `https://${name}/${"x".repeat(1_000)}?t=i`),
  url_malformed: urlFault((name, rest) => `https://${name}${rest}/a b?t=i`),
  url_scheme: fc.oneof(
    urlFault((name, rest) => `http://${name}${rest}?t=i`, false, false),
    urlFault((name, rest) => `https://${name}${rest}?t=i&u=a://b`, true),
  ),
  url_credentials: urlFault((name, rest) => `https://user:${name}@${name}${rest}?t=i`),
  url_fragment: urlFault((name, rest) => `https://${name}${rest}?t=i#part`),
  url_host: urlFault((name, rest) => `https://${name.replaceAll(".", "-")}${rest}?t=i`),
  url_tag: urlFault((name, rest) => `https://${name}${rest}?tag=i`, true),
  private_host: fc
    .tuple(
      fc.oneof(
        fc.constant("10.20.30.40"),
        word().map((name) => `${name}.internal`),
      ),
      path(),
    )
    .map(([name, rest]) => ({ run: () => checkPublicUrl(`https://${name}${rest}`), canary: name })),
  travel_address_prefix: textFault((address) => address.slice(2).replace(/^ta/, "t")),
  travel_address_characters: fc.oneof(
    textFault((address) => `${address}0`),
    inquiryUrl().map((url) => ({
      run: () => parseTravelAddress(lnurl(url).replace(/.$/, (last) => (/\d/.test(last) ? "B" : last.toUpperCase()))),
      canary: lnurl(url).slice(0, 14),
    })),
  ),
  travel_address_length: fc.stringMatching(/^[2-9A-HJ-NP-Z]{1,5}$/).map((text) => ({
    run: () => parseTravelAddress(`ta${text}`),
    canary: `ta${text}`,
  })),
  travel_address_checksum: textFault((address) => address.replace(/.$/, otherOf)),
};

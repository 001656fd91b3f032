/** `/version`, `/extensions` and `/identity` of TRP: examples, round trips and hostile bodies. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/index.js";
import {
  parseTrpExtensions,
  parseTrpIdentity,
  parseTrpVersion,
  type TravelIssueCode,
  type TrpExtensions,
  type TrpIdentity,
  type TrpVersion,
  toTrpExtensions,
  toTrpIdentity,
  toTrpVersion,
} from "../../src/ivms101.js";
import { nodesOf, replacedAt } from "../../src/testing/single-fault/document.js";
import { anything, hostiles } from "../support/hostile.js";
import { runs } from "../support/runs.js";
import { discovery } from "../support/trisa-payload.js";

const told = (result: Result<unknown, TravelIssueCode>): readonly string[] =>
  result.ok ? [] : result.issues.map(({ code, path }) => `${code} ${path}`);

const version = { version: "1.2.0", vendor: "21Analytics" };
const extensions = { required: ["message-signing"], supported: ["extended-ivms101", "deterministic-transfer"] };
const identity = { name: "Acme VASP", lei: "TVYD005I7Q5IJK0EMI53", x509: "-----BEGIN CERTIFICATE-----" };

describe("what is written is read", () => {
  it.each<[string, fc.Arbitrary<object>, (value: never) => Result<object, TravelIssueCode>, typeof parseTrpVersion]>([
    ["/version", discovery.version(), toTrpVersion, parseTrpVersion],
    ["/extensions", discovery.extensions(), toTrpExtensions, parseTrpExtensions as never],
    ["/identity", discovery.identity(), toTrpIdentity, parseTrpIdentity as never],
  ])("%s", (_, values, write, parse) => {
    const property = fc.property(values, (value) => {
      const body = write(value as never);
      for (const given of [body.ok && body.value, JSON.stringify(body.ok && body.value)]) {
        expect(parse(given)).toEqual({ ok: true, value });
      }
    });
    fc.assert(property, { numRuns: runs(200) });
  });

  it("empty properties are absent, a list of Go can be null, and more identifiers are kept", () => {
    expect(parseTrpVersion({ version: "1", vendor: "" })).toEqual({ ok: true, value: { version: "1" } });
    expect(parseTrpExtensions({ required: null, supported: ["a"] })).toEqual({
      ok: true,
      value: { required: [], supported: ["a"] },
    });
    const body = { ...identity, lei: "", x509: null, did: "did:web:a.example" };
    const value: TrpIdentity = { name: "Acme VASP", other: { did: "did:web:a.example" } };
    expect(parseTrpIdentity(body)).toEqual({ ok: true, value });
    expect(toTrpIdentity(value)).toEqual({ ok: true, value: { name: "Acme VASP", did: "did:web:a.example" } });
  });
});

describe("issues", () => {
  it("all faults are reported in one pass", () => {
    expect(told(parseTrpVersion({ vendor: 5, more: 1 }))).toEqual([
      "unknown_property /more",
      "required /version",
      "wrong_type /vendor",
    ]);
    expect(told(parseTrpExtensions({ required: [5, " "] }))).toEqual([
      "wrong_type /required/0",
      "text_blank /required/1",
      "required /supported",
    ]);
    expect(told(parseTrpIdentity({ lei: "x", x509: 5 }))).toEqual([
      "required /name",
      "not_an_lei /lei",
      "wrong_type /x509",
    ]);
    const written = toTrpIdentity({ ...identity, other: { name: "x" }, more: 1 } as TrpIdentity);
    expect(told(written)).toEqual(["unknown_property /more", "unknown_property /other/name"]);
  });

  it("a text is a received body, not a value to send", () => {
    expect(told(toTrpVersion(JSON.stringify(version) as never))).toEqual(["wrong_type "]);
    expect(told(toTrpExtensions(JSON.stringify(extensions) as never))).toEqual(["wrong_type "]);
    expect(told(toTrpIdentity(JSON.stringify(identity) as never))).toEqual(["wrong_type "]);
  });
});

describe("whatever the body is", () => {
  const parseAll = (body: unknown): readonly Result<unknown, TravelIssueCode>[] => [
    parseTrpVersion(body),
    parseTrpExtensions(body),
    parseTrpIdentity(body),
    toTrpVersion(body as TrpVersion),
    toTrpExtensions(body as TrpExtensions),
    toTrpIdentity(body as TrpIdentity),
  ];

  it.each(hostiles)("$name never throws", ({ make }) => {
    for (const result of parseAll(make())) expect(typeof result.ok).toBe("boolean");
    for (const key of ["version", "required", "lei", "other"]) {
      for (const result of parseAll({ [key]: make() })) expect(typeof result.ok).toBe("boolean");
    }
  });

  it("no issue contains a value", () => {
    const canary = "Qzxv77";
    const starts = [version, extensions, identity, { name: "a", other: { did: "b" } }];
    const values = fc.oneof(fc.constantFrom<unknown>(canary, null, {}, []), anything(), fc.jsonValue());
    const property = fc.property(fc.constantFrom(...starts), fc.nat(), values, (start, pick, value) => {
      const places = nodesOf(start);
      for (const result of parseAll(replacedAt(start, places[pick % places.length]?.path ?? "", value))) {
        expect(JSON.stringify(result.ok ? [] : result.issues)).not.toContain(canary);
      }
    });
    fc.assert(property, { numRuns: runs(300) });
  });

  it("any text never throws", () => {
    const property = fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      for (const result of parseAll(text)) expect(result.ok || result.issues.length > 0).toBe(true);
    });
    fc.assert(property, { numRuns: runs(200) });
  });
});

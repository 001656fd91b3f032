import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodedSecret, type EllipticOptions, elliptic, signatureOf } from "../../../src/adapters/risk/elliptic.js";
import type { Chain, RiskEntry } from "../../../src/index.js";
import { chainNames } from "../../../src/testing/arbitraries/address.js";
import { tickingClock, wallets } from "../../support/address-samples.js";
import { ownWords } from "../../support/canaries.js";
import { access, ellipticService, type SignedRequest } from "../../support/elliptic-service.js";
import { absent, withMember } from "../../support/json-member.js";
import { withService } from "../../support/local-server.js";
import { thrownBy } from "../../support/outcomes.js";
import { riskProviderSuite, walletOf } from "../../support/risk-provider-suite.js";
import { not, noVasp, riskResponseSuite } from "../../support/risk-response-suite.js";
import { runs } from "../../support/runs.js";
import type { Reply } from "../../support/speaking.js";

/** Elliptic over a local server that speaks its protocol and checks its signatures. */

const query = { chain: "bitcoin", address: wallets.bitcoin.canonical } as const;

const owner = { is_primary_entity: false, is_vasp: false, is_after_sanction_date: null };
const mixer = { category: "Mixer", contribution_percentage: 12.5 };

/** The subject of the request comes back in the answer. */
function analysisOf(subject: unknown, more: object = {}): string {
  return JSON.stringify({
    id: "5b0c2a4e-3d1f-4b6a-9c8d-7e6f5a4b3c2d",
    type: "wallet_exposure",
    subject,
    process_status: "complete",
    error: null,
    asset_tier: "full",
    risk_score: 6.4417,
    risk_score_detail: { source: 6.4417, destination: null },
    cluster_entities: [{ ...owner, name: "Samplex", category: "Exchange", is_primary_entity: true, is_vasp: true }],
    evaluation_detail: {
      source: [{ rule_name: "Mixers", risk_score: 6.4417, rule_type: "exposure", matched_elements: [mixer] }],
      destination: [],
    },
    contributions: { source: [], destination: [] },
    detected_behaviors: [],
    triggered_rules: [],
    screening_source: "sync",
    ...more,
  });
}

const subject = { asset: "holistic", blockchain: "holistic", type: "address", hash: query.address };
const example = analysisOf(subject);
const clean = analysisOf(subject, {
  risk_score: null,
  risk_score_detail: { source: null, destination: null },
  evaluation_detail: { source: [], destination: [] },
});

const running = JSON.stringify({ id: "5b0c2a4e-3d1f", process_status: "running", error: null });

const entry: RiskEntry = {
  provider_name: "ELLIPTIC",
  risk_ratio: 64,
  risk_descriptors: ["elliptic:score:6.4417", "elliptic:holistic", "Mixers", "Mixer"],
  ...noVasp,
  vasp_name_business: "Samplex",
  vasp_category: "Exchange",
};

function subjectIn({ text }: SignedRequest): unknown {
  return JSON.parse(text).subject;
}

riskResponseSuite("elliptic", {
  provider: (options) => elliptic({ ...access, ...options }),
  query,
  request: [
    "https://aml-api.elliptic.co/v2/wallet/synchronous",
    expect.stringContaining('"customer_reference":"vaspkit"'),
  ],
  // Each screening is a record that is billed.
  repeats: false,
  unfinished: running,
  serving: (text) => ellipticService(text),
  example,
  entry,
  members: {
    "": not.object,
    "/process_status": [...not.text, "done", "Complete", ""],
    "/error": not.optionalObject,
    "/subject": not.object,
    "/subject/hash": [
      ...not.text,
      "",
      "text",
      wallets.doge.canonical,
      "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
    ],
    "/subject/asset": [...not.text, "BTC"],
    "/subject/blockchain": [...not.text, "bitcoin"],
    "/asset_tier": [...not.text, "gold", ""],
    // null says that no rule was triggered, and this answer has one.
    "/risk_score": [absent, null, true, "6.4417", {}, [], -0.1, 10.5, 10.00001, 120],
    "/evaluation_detail": not.optionalObject,
    "/evaluation_detail/source": not.optionalObjects,
    "/evaluation_detail/destination": not.optionalObjects,
    "/evaluation_detail/source/0/rule_name": not.optionalText,
    "/evaluation_detail/source/0/matched_elements": not.optionalObjects,
    "/evaluation_detail/source/0/matched_elements/0/category": not.optionalText,
    "/cluster_entities": not.optionalObjects,
    "/cluster_entities/0/name": not.optionalText,
    "/cluster_entities/0/category": not.optionalText,
    "/cluster_entities/0/is_vasp": not.optionalBoolean,
    "/cluster_entities/0/is_primary_entity": not.optionalBoolean,
    "/cluster_entities/0/is_after_sanction_date": not.optionalBoolean,
  },
  others: ["/risk_score_detail", "/contributions", "/triggered_rules", "/id"],
  nothingFound: ["elliptic:no-rule-triggered", "elliptic:score:0"],
  failures: ["provider_unavailable"],
});

const good = ellipticService((request) => analysisOf(subjectIn(request)));

const major = ["bitcoin", "ethereum", "litecoin", "bitcoin-cash", "doge"] as const;
const screened: readonly Chain[] = [...major, "solana", "ripple", "polygon"];

riskProviderSuite("elliptic", {
  provider: (url) => elliptic({ ...access, url }),
  service: ellipticService((request) =>
    request.text.includes(query.address)
      ? analysisOf(subjectIn(request))
      : withMember(clean, "/subject", subjectIn(request)),
  ),
  known: screened.map(walletOf),
  unsupported: chainNames.filter((chain) => !screened.includes(chain)).map(walletOf),
});

type Answering = (request: SignedRequest, index: number) => Reply;

/** Screens with a service that answers so; what came of it, and the requests that came in. */
async function screening(
  answering: Answering,
  options: Partial<EllipticOptions> = {},
  { chain, address }: { readonly chain: Chain; readonly address: string } = query,
): Promise<{ readonly entry: RiskEntry | undefined; readonly requests: readonly SignedRequest[] }> {
  const requests: SignedRequest[] = [];
  const listener = ellipticService((request) => answering(request, requests.push(request) - 1));
  return withService([listener], async ({ url }) => {
    const provider = elliptic({ ...access, url: new URL(url).origin, timeoutMs: 3000, ...options });
    const [entry] = await provider.screen({ chain, address });
    return { entry, requests };
  });
}

function read(text: string): Promise<RiskEntry | undefined> {
  return screening(() => text).then(({ entry }) => entry);
}

describe("a request to elliptic", () => {
  it("is as documented, and signed with its time", async () => {
    const address = "1BoatSLRHtKNngkdXEeobR76b53LETtpyT";
    const clock = (): Date => new Date(1478692862000);
    const { requests } = await screening(
      (request) => analysisOf(subjectIn(request)),
      { clock, customerReference: "cust-1" },
      { chain: "bitcoin", address },
    );
    expect(requests).toEqual([
      {
        method: "POST",
        path: "/v2/wallet/synchronous",
        timestamp: "1478692862000",
        // Letter for letter the body of the golden vector.
        text: `{"subject":{"asset":"holistic","blockchain":"holistic","type":"address","hash":"${address}"},"type":"wallet_exposure","customer_reference":"cust-1"}`,
      },
    ]);
  });

  it("is signed for each try, and retried only after a 429", async () => {
    const { requests } = await screening(
      (_, index) => (index === 0 ? { status: 429, body: '{"name":"TooManyRequestsError"}' } : example),
      { clock: tickingClock() },
    );
    expect(requests.map(({ timestamp }) => Number(timestamp) % 60_000)).toEqual([0, 1000]);
  });

  it("keeps the case of path and query, which are lower-cased in what is signed", () =>
    withService([good], async ({ url }) => {
      const provider = elliptic({ ...access, url: `${new URL(url).origin}/Proxy/?Team=A` });
      expect(await provider.screen(query)).toEqual([entry]);
    }));

  const { "bitcoin-cash": cash, ethereum } = wallets;

  it.each<[Chain, string, object]>([
    ["bitcoin-cash", cash.given, { asset: "BCH", blockchain: "bitcoin_cash", hash: cash.canonical }],
    ["ethereum", ethereum.canonical, { asset: "holistic", blockchain: "holistic", hash: ethereum.given }],
    ["ripple", wallets.ripple.given, { hash: wallets.ripple.canonical }],
    ["litecoin", wallets.litecoin.given, { hash: wallets.litecoin.canonical }],
  ])("asks about an address of %s in the form that is looked up", async (chain, address, expected) => {
    const { requests } = await screening((request) => analysisOf(subjectIn(request)), {}, { chain, address });
    expect(requests.map(subjectIn)).toMatchObject([{ type: "address", ...expected }]);
  });
});

describe("the score of elliptic", () => {
  const scoring = (score: string) => example.replace('"risk_score":6.4417', `"risk_score":${score}`);

  it.each([
    ["0", 0],
    ["0.04999999999999999999999999", 0],
    ["0.05", 1],
    ["6.4417", 64],
    ["6.45", 65],
    // As a double it would be 6.45.
    ["6.449999999999999999999999999", 64],
    ["8.65", 87],
    ["1.15", 12],
    ["9.95", 100],
    ["10", 100],
    ["1.0e1", 100],
    ["10.0000000005", 100],
    ["-0.0", 0],
  ])("%s is the ratio %s: ten times as much, rounded half up", async (score, ratio) => {
    const made = await read(scoring(score));
    expect(made).toMatchObject({ risk_ratio: ratio });
    expect(Object.is(made?.risk_ratio, -0)).toBe(false);
    expect(made?.risk_descriptors[0]).toMatch(/^elliptic:score:\d/);
  });

  it("of any number of digits is rounded once", () => {
    const digits = fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 40 })
      .map((each) => each.join(""));
    let text = "";
    return withService([ellipticService(() => text)], async ({ url }) => {
      const provider = elliptic({ ...access, url: new URL(url).origin });
      const property = fc.asyncProperty(fc.integer({ min: 0, max: 9 }), digits, async (whole, fraction) => {
        text = scoring(`${whole}.${fraction}`);
        const tens = whole * 10 + Number(fraction[0]);
        const ratio = Number(fraction[1] ?? "0") >= 5 ? tens + 1 : tens;
        expect(await provider.screen(query)).toMatchObject([{ risk_ratio: ratio }]);
      });
      await fc.assert(property, { numRuns: runs(60) });
    });
  });

  it("null is 0, because no rule was triggered, also where the details are left out", async () => {
    const risk_descriptors = ["elliptic:no-rule-triggered", "elliptic:holistic"];
    expect(await read(clean)).toEqual({ ...entry, risk_ratio: 0, risk_descriptors });
    const bare = { cluster_entities: null, evaluation_detail: null, risk_score_detail: null };
    expect(await read(analysisOf(subject, { ...bare, risk_score: null }))).toMatchObject({ risk_ratio: 0 });
  });

  it.each([
    ["null, beside a score of the source", clean.replace('"source":null', '"source":6.4417')],
    ["null, beside a score of the destination", clean.replace('"destination":null', '"destination":6.4417')],
    ["absent", clean.replace('"risk_score":null,', "")],
    ...["-0.0000001", "10.000000002", "1e2", "1e400"].map((score) => [score, scoring(score)]),
  ])("that is %s is provider_unreadable", async (_, text = "") => {
    await expect(read(text)).rejects.toMatchObject({ code: "provider_unreadable" });
  });
});

describe("the descriptors of elliptic", () => {
  it("begin with the scope of the response, then sanctions, rules and owners that are not VASPs", async () => {
    const made = await read(
      analysisOf(subject, {
        asset_tier: "sanctions",
        risk_score: 10,
        cluster_entities: [
          { ...owner, name: "Sample Mixer", category: "Mixer", is_after_sanction_date: true },
          { ...owner, name: null, category: "Ransomware" },
          { ...owner, name: "Second, Ltd", category: "Broker", is_vasp: true, is_primary_entity: null },
          { ...owner, name: "First", category: "Exchange", is_vasp: true, is_primary_entity: true },
          { name: "Nobody knows" },
        ],
        evaluation_detail: {
          source: [
            { rule_name: "Mixers", matched_elements: [{ category: "Mixer" }, { category: "Sanctioned Entity" }] },
          ],
          destination: [{ rule_name: "Behaviour", matched_behaviors: [] }],
        },
      }),
    );
    expect(made).toEqual({
      ...entry,
      risk_ratio: 100,
      risk_descriptors: [
        "elliptic:score:10",
        "elliptic:after-sanction-date",
        "elliptic:tier:sanctions",
        "elliptic:holistic",
        "Sanctioned Entity",
        "Mixers",
        "Mixer",
        "Behaviour",
        "Sample Mixer (Mixer)",
        "Ransomware",
        "Nobody knows",
      ],
      vasp_name_business: "First, Second Ltd",
      vasp_category: "Exchange, Broker",
    });
  });

  it("lack holistic for bitcoin-cash, which is its own asset", async () => {
    const address = wallets["bitcoin-cash"].canonical;
    const answer: Answering = (request) => analysisOf(subjectIn(request));
    const made = await screening(answer, {}, { chain: "bitcoin-cash", address });
    expect(made.entry?.risk_descriptors).toEqual(["elliptic:score:6.4417", "Mixers", "Mixer"]);
  });

  it("do not lose the tier among hundreds of rules", async () => {
    const source = Array.from({ length: 300 }, (_, index) => ({ rule_name: `Rule ${index}` }));
    const made = await read(analysisOf(subject, { asset_tier: "sanctions", evaluation_detail: { source } }));
    expect(made?.risk_descriptors).toHaveLength(64);
    expect(made?.risk_descriptors).toContain("elliptic:tier:sanctions");
    expect(made?.risk_descriptors.at(-1)).toBe("truncated");
  });
});

describe("a screening by elliptic that is not finished", () => {
  it("is polled under its id, signed, and not started twice", async () => {
    const { entry: made, requests } = await screening((_, index) => (index < 2 ? running : example));
    expect(made).toEqual(entry);
    expect(requests.map(({ method, path, text }) => [method, path, text === ""])).toEqual([
      ["POST", "/v2/wallet/synchronous", false],
      ["GET", "/v2/wallet/5b0c2a4e-3d1f", true],
      ["GET", "/v2/wallet/5b0c2a4e-3d1f", true],
    ]);
  });

  it.each([null, 7, "", "..", "a/b", "a?b", "\ud800", "x".repeat(65)])(
    "with an invalid id is provider_unreadable: %j",
    async (id) => {
      const asked = screening(() => JSON.stringify({ id, process_status: "running", error: null }));
      await expect(asked).rejects.toMatchObject({ code: "provider_unreadable" });
    },
  );
});

describe("a screening by elliptic that failed", () => {
  it.each([
    [{ message: "canary-body" }, "provider_unavailable"],
    [null, "provider_unavailable"],
    [{ name: "BadRequestError", message: "canary-body" }, "provider_rejected"],
    [{ name: "NotInBlockchain", message: "canary-body" }, "address_unknown"],
    [{ message: "NotInBlockchain" }, "address_unknown"],
    [{ message: "TooManyRequestsError" }, "provider_rate_limited"],
    [{ name: "toString" }, "provider_unavailable"],
  ])("with status 200 is classified by its cause: %j → %s", async (error, code) => {
    for (const process_status of error === null ? ["error"] : ["error", "complete", "running"]) {
      const failure: unknown = await read(analysisOf(subject, { process_status, error })).catch((reason) => reason);
      expect(failure).toMatchObject({ code });
      expect(String(failure)).not.toContain("canary-body");
    }
  });

  it.each([
    ['{"name":"NotInBlockchain","message":"canary-body"}', "address_unknown"],
    ...[
      '{"name":"NotFoundError"}',
      '{"message":"NotInBlockchain"}',
      '{"name":"toString"}',
      '{"name":null}',
      '{"name":7}',
    ]
      // An answer that says it is complete is none with 404.
      .concat('"NotInBlockchain"', "<html>NotInBlockchain</html>", "", example)
      .map((body) => [body, "provider_rejected"]),
  ])("with status 404 is classified by the name of the error: %s", async (body = "", code = "") => {
    const failure: unknown = await screening(() => ({ status: 404, body })).catch((reason) => reason);
    expect(failure).toMatchObject({ code });
    expect(String(failure)).not.toContain("canary-body");
  });
});

describe("elliptic", () => {
  it("screens the chains that the contract covers, and no others", async () => {
    const address = wallets.tezos.canonical;
    const answer: Answering = (request) => analysisOf(subjectIn(request));
    const { entry: made } = await screening(answer, { chains: ["tezos"] }, { chain: "tezos", address });
    expect(made).toEqual(entry);
    await expect(screening(answer, { chains: ["tezos"] })).rejects.toMatchObject({ code: "chain_unsupported" });
  });
});

// The samples of the vendor's documentation; the last row is one of our own, made with node:crypto.
const secret = "894f142d667e8cdaca6822ac173937af";
const timestamp = "1478692862000";

const analyses =
  '[{"customer_reference":"123456","subject":{"asset":"BTC","hash":"accf5c09cc027339a3beb2e28104ce9f406ecbbd29775b4a1a17ba213f1e035e","output_address":"15Hm2UEPaEuiAmgyNgd5mF3wugqLsYs3Wn","output_type":"address","type":"transaction"},"type":"source_of_funds"}]';
const wallet =
  '{"subject":{"asset":"holistic","blockchain":"holistic","type":"address","hash":"1BoatSLRHtKNngkdXEeobR76b53LETtpyT"},"type":"wallet_exposure","customer_reference":"cust-1"}';

describe("the signature of a request to Elliptic", () => {
  it.each([
    ["a body", "POST", "/v2/analyses", analyses, "65mQHB2o95lL3I+N/bZYwDC9p2YvNwsVDnXr8u72hUk="],
    ["no body, signed as {}", "GET", "/v2/customers", undefined, "cN9fRUqeT7UnwwpkBZaNmnwxKAPHkhytdXelfUVvxMI="],
    ["any case of method and path", "get", "/V2/Customers", undefined, "cN9fRUqeT7UnwwpkBZaNmnwxKAPHkhytdXelfUVvxMI="],
    ["a wallet", "POST", "/v2/wallet/synchronous", wallet, "3n9rlQQE8R0cqqUsa9KnNc9yF7vDRJAZfou284oy/hA="],
    // The usual bug gives another signature.
    ["an empty text", "GET", "/v2/customers", "", "aZF/gsTekMftEzlecHpRqmhxDeM4F9ZUKFulIa+wTCY="],
  ])("equals the documented one: %s", (_, method, path, body, signature) => {
    expect(signatureOf(decodedSecret(secret), { timestamp, method, path, body })).toBe(signature);
  });

  it("equals that of node:crypto for any body", () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 64 });
    const body = fc.string({ unit: "grapheme", maxLength: 200 });
    const property = fc.property(bytes, body, (key, text) => {
      const expected = createHmac("sha256", key).update(`${timestamp}POST/v2/wallet${text}`).digest("base64");
      expect(signatureOf(key, { timestamp, method: "POST", path: "/v2/wallet", body: text })).toBe(expected);
    });
    fc.assert(property, { numRuns: runs(100) });
  });
});

describe("the secret", () => {
  it("is decoded from base64: 32 characters of the sample are 24 bytes", () => {
    expect(decodedSecret(secret)).toHaveLength(24);
  });

  it.each(["canary-secret", "Y2FuYXJ5", "Y2FuYXJ5Lg", "Y2Fu YXJ5"])(
    "is rejected otherwise, without being repeated: %s",
    (text) => {
      const broken = text === "Y2FuYXJ5" ? `${text}=` : text;
      const error = thrownBy(() => decodedSecret(broken), "configuration_invalid");
      expect(error).not.toHaveProperty("cause");
      expect(ownWords(error)).not.toContain(broken);
    },
  );
});

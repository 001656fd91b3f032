/** Hostile counterparties and callers: a typed refusal, nothing stored, and no personal value outside of the record. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { auditTrail } from "../../src/audit.js";
import {
  ComplianceError,
  type ComplianceEvent,
  type ComplianceStorage,
  memoryStorage,
  unwrap,
} from "../../src/index.js";
import { parseTravelAddress } from "../../src/ivms101.js";
import { pathsOf } from "../../src/trp/paths.js";
import { createTrp, type Trp, type TrpOptions } from "../../src/trp.js";
import { ownWords, written } from "../support/canaries.js";
import { type Callable, faultOf, hostileCalls } from "../support/hostile-calls.js";
import {
  HOSTS,
  outgoing,
  person,
  type Side,
  type SideName,
  type SideOptions,
  twoSides,
  withCustomers,
} from "../support/trp-sides.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-29T12:00:00.000Z") }));
afterEach(() => void vi.useRealTimers());

/** Parts of personal values of both sides, as they are sent and stored. */
const PERSONAL = ["Example-M", "Zoë", "Zoe", "Петров", "Petrov", "Иван", "Main Street", "Springfield", "C-7"];

const ID = "0b4f5a26-6a3c-4a55-9c3e-2d7c5d2f6a01";
const OTHER_ID = "0b4f5a26-6a3c-4a55-9c3e-2d7c5d2f6a02";
const TXID = "ab".repeat(32);

/** Counts the writes of a memory storage. */
function countedStorage(): { readonly storage: ComplianceStorage; readonly writes: () => number } {
  const storage = memoryStorage();
  let writes = 0;
  const counting = <T extends object>(repository: T, names: readonly (keyof T)[]): T => {
    const counted = names.map((name) => {
      const method = repository[name] as (...args: readonly unknown[]) => unknown;
      const call = (...args: readonly unknown[]) => {
        writes += 1;
        return method(...args);
      };
      return [name, call] as const;
    });
    return { ...repository, ...Object.fromEntries(counted) };
  };
  return {
    writes: () => writes,
    storage: {
      ...storage,
      exchanges: counting(storage.exchanges, ["save"]),
      transfers: counting(storage.transfers, ["save"]),
      addresses: counting(storage.addresses, ["save", "update"]),
      alerts: counting(storage.alerts, ["insert"]),
    },
  };
}

interface Attacked extends Record<SideName, Side> {
  /** Writes of the beneficiary and the originator. */
  readonly writes: () => number;
  /** Everything that was said outside of the records: events, audit records and failures. */
  readonly said: () => Promise<string>;
  /** An inquiry as the originator sends it to B-1. */
  readonly inquiry: { readonly url: string; readonly body: Record<string, unknown> };
}

/** Two sides with an inquiry that was stored, and not sent. */
async function attacked(
  given: { readonly originator?: SideOptions; readonly beneficiary?: SideOptions } = {},
): Promise<Attacked> {
  const events: ComplianceEvent[] = [];
  const failures: unknown[] = [];
  const counted = { originator: countedStorage(), beneficiary: countedStorage() };
  const optionsOf = (name: SideName): SideOptions => ({
    ...given[name],
    storage: counted[name].storage,
    compliance: {
      observe: (event) => void events.push(event),
      audit: auditTrail({ key: new Uint8Array(32) }),
      ...given[name]?.compliance,
    },
  });
  const sides = await twoSides({ originator: optionsOf("originator"), beneficiary: optionsOf("beneficiary") });
  await withCustomers(sides);
  const { originator, beneficiary } = sides;
  unwrap(await originator.compliance.transfers.decide(outgoing("W-1")));
  const travelAddress = unwrap(await beneficiary.trp.travelAddressFor("B-1"));
  const stored = unwrap(await originator.trp.send("W-1", travelAddress));
  const { url } = unwrap(parseTravelAddress(travelAddress));
  return {
    ...sides,
    inquiry: { url, body: JSON.parse(JSON.stringify(stored.outgoing?.body)) },
    writes: () => counted.originator.writes() + counted.beneficiary.writes(),
    said: async () => {
      const lines: string[] = [];
      for (const { compliance } of [originator, beneficiary]) {
        for await (const record of compliance.audit.all()) lines.push(JSON.stringify(record));
      }
      const errors = events.map((event) => JSON.stringify(event));
      return [...lines, ...errors, ...failures.map(ownWords)].join("\n");
    },
  };
}

interface Sent {
  readonly url?: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly id?: string;
  readonly client?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** Sends a message to the beneficiary; without changes it is the inquiry of the originator. */
async function send(
  { beneficiary, originator, inquiry }: Attacked,
  { url = inquiry.url, method = "POST", body = inquiry.body, id = ID, client = "originator", headers = {} }: Sent = {},
): Promise<{ readonly status: number; readonly text: string }> {
  const given = {
    "content-type": "application/json; charset=utf-8",
    "api-version": "3.2.1",
    "request-identifier": id,
    "x-client": client,
    ...headers,
  };
  const present = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
  const init: RequestInit & { readonly duplex: "half" } = {
    method,
    headers: present.map(([name, value]): [string, string] => [name, value]),
    duplex: "half",
    ...(method !== "GET" && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
  };
  const { handler } = new URL(url).host === HOSTS.originator ? originator.trp : beneficiary.trp;
  const answer = await handler(new Request(url, init));
  return { status: answer.status, text: await answer.text() };
}

/** Expects a refusal with a code, that nothing is stored, and that nobody says anything personal. */
async function expectRefusal(
  sides: Attacked,
  sent: Sent,
  refusal: readonly [status: number, code: string],
): Promise<void> {
  const before = sides.writes();
  let answer = { status: 0, text: "" };
  const printed = await written(async () => {
    answer = await send(sides, sent);
  });
  expect([answer.status, JSON.parse(answer.text).error]).toEqual(refusal);
  expect(sides.writes()).toBe(before);
  for (const personal of PERSONAL) {
    expect(`${answer.text}\n${printed}\n${await sides.said()}`).not.toContain(personal);
  }
}

/** A stream of chunks without end. */
function endless(chunk: Uint8Array): ReadableStream {
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
}

const spaces = new Uint8Array(100_000).fill(0x20);

describe("a request of a hostile counterparty", () => {
  it("is answered if nothing is wrong with it, so that the refusals below are about what they change", async () => {
    const sides = await attacked();
    expect(await send(sides)).toEqual({ status: 200, text: '{"version":"3.2.1"}' });
    expect(sides.writes()).toBeGreaterThan(0);
    for (const personal of PERSONAL) expect(await sides.said()).not.toContain(personal);
  });

  const requests: readonly (readonly [what: string, sent: Sent, refusal: readonly [number, string]])[] = [
    ["of another method", { method: "GET" }, [405, "method_not_allowed"]],
    ["of another method with a body", { method: "PUT" }, [405, "method_not_allowed"]],
    ["of a client that is not authenticated", { headers: { "x-client": undefined } }, [401, "unauthenticated"]],
    ["of an unknown client", { client: "somebody" }, [403, "unknown_counterparty"]],
    ["of the own side", { client: "beneficiary" }, [403, "unknown_counterparty"]],
    ["without a version", { headers: { "api-version": undefined } }, [400, "version_not_supported"]],
    ["of version 2", { headers: { "api-version": "2.1.0" } }, [400, "version_not_supported"]],
    ["of a version with more", { headers: { "api-version": "3.2.1, 3.2.1" } }, [400, "version_not_supported"]],
    [
      "of a very long version",
      { headers: { "api-version": `3.${"1".repeat(9_000)}` } },
      [400, "version_not_supported"],
    ],
    ["without an identifier", { headers: { "request-identifier": undefined } }, [400, "request_identifier_invalid"]],
    ["with another identifier than a UUID", { id: "Ivan Petrov" }, [400, "request_identifier_invalid"]],
    ["with two identifiers", { id: `${ID}, ${OTHER_ID}` }, [400, "request_identifier_invalid"]],
    ["of text", { headers: { "content-type": "text/plain" } }, [415, "media_type_not_supported"]],
    ["of a form", { headers: { "content-type": "multipart/form-data" } }, [415, "media_type_not_supported"]],
    ["that is compressed", { headers: { "content-encoding": "gzip" } }, [415, "media_type_not_supported"]],
    ["without a body", { body: "" }, [400, "empty"]],
    ["of no JSON", { body: "{Petrov" }, [400, "not_json"]],
    ["of no UTF-8", { body: Uint8Array.of(0x22, 0xff, 0x22) }, [400, "not_utf8"]],
    ["of a list", { body: ["Petrov"] }, [400, "wrong_type"]],
    ["of a text", { body: '"Petrov"' }, [400, "wrong_type"]],
    ["of null", { body: "null" }, [400, "wrong_type"]],
    ["of a name twice", { body: '{"amount":1,"amount":2}' }, [400, "duplicate_name"]],
    ["of a name twice, deep inside", { body: '{"IVMS101":{"Petrov":{"a":1,"a":2}}}' }, [400, "duplicate_name"]],
    ["of deep JSON", { body: `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}` }, [400, "too_deep"]],
    ["of too many values", { body: `{"a":[${"1,".repeat(50_000)}1]}` }, [400, "too_many_values"]],
    ["of a very long number", { body: `{"amount":${"7".repeat(5_000)}}` }, [400, "number_too_long"]],
    ["of too many bytes", { body: `{"a":"${"a".repeat(1_048_577)}"}` }, [413, "too_large"]],
    ["of more bytes than it may declare", { headers: { "content-length": "99999999" } }, [413, "too_large"]],
    ["without end", { body: endless(spaces) }, [413, "too_large"]],
    ["of an empty object", { body: {} }, [400, "inquiry_invalid"]],
    ["with a name of the prototype", { body: '{"__proto__":{"amount":1}}' }, [400, "inquiry_invalid"]],
    ["with a constructor", { body: '{"constructor":{"prototype":{"polluted":1}}}' }, [400, "inquiry_invalid"]],
  ];

  it.each(requests)("is refused %s", async (_, sent, refusal) => expectRefusal(await attacked(), sent, refusal));

  it("is refused when its body is too slow", async () => {
    const sides = await attacked({ beneficiary: { trp: { bodyTimeoutMs: 20 } } });
    await expectRefusal(sides, { body: new ReadableStream() }, [408, "too_slow"]);
    await expectRefusal(sides, { body: endless(new Uint8Array()) }, [408, "too_slow"]);
  });

  it("has its identifier in the answer, unless that is something else", async () => {
    const { beneficiary, inquiry } = await attacked();
    const answerTo = async (identifier: string) =>
      (await beneficiary.trp.handler(new Request(inquiry.url, { headers: { "request-identifier": identifier } })))
        .headers;
    expect((await answerTo(ID)).get("request-identifier")).toBe(ID);
    expect((await answerTo("Ivan Petrov")).get("request-identifier")).toBeNull();
    expect((await answerTo(ID)).get("cache-control")).toBe("no-store");
  });
});

describe("an inquiry of a hostile counterparty", () => {
  const changes: readonly (readonly [what: string, change: object, refusal: readonly [number, string]])[] = [
    ["a callback to another host", { callback: "https://trp.other.example/r" }, [422, "callback_host_not_bound"]],
    ["a callback to the own host", { callback: `https://${HOSTS.beneficiary}/r` }, [422, "callback_host_not_bound"]],
    [
      "a callback to another port",
      { callback: `https://${HOSTS.originator}:8443/r` },
      [422, "callback_host_not_bound"],
    ],
    ["a callback to a private address", { callback: "https://10.0.0.1/r" }, [422, "callback_host_not_bound"]],
    ["a callback to a metadata service", { callback: "https://169.254.169.254/r" }, [422, "callback_host_not_bound"]],
    ["a callback without TLS", { callback: `http://${HOSTS.originator}/r` }, [400, "inquiry_invalid"]],
    ["a callback with a user", { callback: `https://a:b@${HOSTS.originator}/r` }, [400, "inquiry_invalid"]],
    ["a callback that is no URL", { callback: "Ivan Petrov" }, [400, "inquiry_invalid"]],
    ["a callback of another type", { callback: ["Petrov"] }, [400, "inquiry_invalid"]],
    ["an amount below 0", { amount: -1 }, [400, "inquiry_invalid"]],
    ["an amount of words", { amount: "Petrov" }, [400, "inquiry_invalid"]],
    ["no asset", { asset: null }, [400, "inquiry_invalid"]],
    ["an asset of another type", { asset: { slip0044: true } }, [400, "inquiry_invalid"]],
    ["an asset that is a list", { asset: { slip0044: ["Petrov"] } }, [400, "inquiry_invalid"]],
    ["an asset that is an object", { asset: { dti: { Petrov: 1 } } }, [400, "inquiry_invalid"]],
    ["an unknown property", { "Ivan Petrov": 1 }, [400, "inquiry_invalid"]],
    ["extensions that are a text", { extensions: "Petrov" }, [400, "inquiry_invalid"]],
    [
      "a correction of an inquiry that was not received",
      { extensions: { "vaspkit-correction": { corrects: OTHER_ID } } },
      [409, "correction_of_unknown_inquiry"],
    ],
  ];

  it.each(changes)("is refused with %s", async (_, change, refusal) => {
    const sides = await attacked();
    await expectRefusal(sides, { body: { ...sides.inquiry.body, ...change } }, refusal);
  });

  it("about an asset that is not known is rejected, and not stored", async () => {
    const sides = await attacked();
    const before = sides.writes();
    const { status, text } = await send(sides, { body: { ...sides.inquiry.body, asset: { slip0044: 99_999 } } });
    expect([status, Object.keys(JSON.parse(text))]).toEqual([200, ["rejected"]]);
    expect(sides.writes()).toBe(before);
  });

  it("with half of a surrogate pair is refused, or recorded as violating IVMS101", async () => {
    const sides = await attacked();
    const text = JSON.stringify(sides.inquiry.body).replace("Petrov", "Petrov\\ud800");
    expect(await send(sides, { body: text })).toMatchObject({ status: 200 });
    const page = await sides.beneficiary.storage.exchanges.list({ vasp_id: "V-O", from: "2000", size: 2 });
    expect(page?.items).toMatchObject([{ is_incomplete: true }]);
  });

  it("of a hostile extension is answered as if it had none", async () => {
    for (const corrects of [5, null, ["x"], { toString: 1 }]) {
      const sides = await attacked();
      const extensions = { "vaspkit-correction": { corrects } };
      expect(await send(sides, { body: { ...sides.inquiry.body, extensions } })).toMatchObject({ status: 200 });
    }
  });
});

describe("a replay", () => {
  it("of an inquiry gets the same answer, and stores nothing", async () => {
    const sides = await attacked();
    const first = await send(sides);
    const before = sides.writes();
    expect(await send(sides)).toEqual(first);
    // The order of its properties does not matter.
    const body = Object.fromEntries(Object.entries(sides.inquiry.body).reverse());
    expect(await send(sides, { body, id: ID.toUpperCase() })).toEqual(first);
    expect(sides.writes()).toBe(before);
  });

  it.each([
    ["another amount", { amount: 0.002 }],
    ["another amount beyond the digits of a number", { amount: "1000000000000000.00000001" }],
    ["another callback", { callback: `https://${HOSTS.originator}/other` }],
    ["another document", { IVMS101: {} }],
  ])("of an inquiry with %s is refused", async (_, change) => {
    const sides = await attacked();
    await send(sides);
    // Numbers with more digits than JSON.stringify writes.
    const text = JSON.stringify({ ...sides.inquiry.body, ...change }).replace(
      '"1000000000000000.00000001"',
      "1000000000000000.00000001",
    );
    await expectRefusal(sides, { body: text }, [409, "request_identifier_taken"]);
  });

  it("of an inquiry under the path of another account is refused", async () => {
    const sides = await attacked();
    await send(sides);
    const other = { reference_id: "B-2", ...person("Anna", "Ivanova") };
    unwrap(await sides.beneficiary.compliance.accounts.create(other));
    const url = unwrap(parseTravelAddress(unwrap(await sides.beneficiary.trp.travelAddressFor("B-2")))).url;
    await expectRefusal(sides, { url }, [409, "request_identifier_taken"]);
  });

  it("of the identifier of another VASP is another exchange", async () => {
    const peers = {
      "V-O": { hosts: [HOSTS.originator], authenticated: "originator" },
      "V-X": { hosts: ["trp.other.example"], authenticated: "other" },
    };
    const sides = await attacked({ beneficiary: { trp: { peers } } });
    await sides.beneficiary.compliance.vasps.load([
      { vasp_id: "V-X", name_legal: "Other Ltd", address_country_code: "US" },
    ]);
    await send(sides);
    const body = { ...sides.inquiry.body, callback: "https://trp.other.example/r", amount: 7 };
    expect(await send(sides, { client: "other", body })).toMatchObject({ status: 200 });
    const exchangesOf = async (vasp_id: string) =>
      (await sides.beneficiary.storage.exchanges.list({ vasp_id, from: "2000", size: 9 }))?.items ?? [];
    const [[one], [two]] = [await exchangesOf("V-O"), await exchangesOf("V-X")];
    expect(one?.inquiries).toMatchObject([{ message_id: ID, body: { amount: 0.001 } }]);
    expect(two?.inquiries).toMatchObject([{ message_id: ID, body: { amount: 7 } }]);
    expect(one?.transfer_id).not.toBe(two?.transfer_id);
    // Nor can it correct the inquiry of the other one.
    const extensions = { "vaspkit-correction": { corrects: ID } };
    await expectRefusal(sides, { client: "other", id: OTHER_ID, body: { ...body, extensions } }, [
      409,
      "not_possible_now",
    ]);
  });
});

describe("a path", () => {
  it.each([
    ["is changed", (url: string) => url.replace(/.(?=\?t=i$)/, (last) => (last === "A" ? "B" : "A"))],
    ["is shorter", (url: string) => url.replace(/.{9}(?=\?t=i$)/, "")],
    ["is empty", (url: string) => url.replace(/\/i\/.*$/, "/i/")],
    ["is of another purpose", (url: string) => url.replace("/i/", "/r/")],
    ["is below another base", (url: string) => url.replace("/trp/", "/other/")],
    ["has more parts", (url: string) => url.replace("?t=i", "/more")],
    ["is very long", (url: string) => url.replace(/\/i\/.*$/, `/i/${"A".repeat(100_000)}`)],
    ["has no percent encoding", (url: string) => url.replace(/\/i\/.*$/, "/i/%E0%A4%A")],
  ])("that %s is refused", async (_, change) => {
    const sides = await attacked();
    await expectRefusal(sides, { url: change(sides.inquiry.url) }, [404, "unknown_or_expired_url"]);
  });

  it("leads to an account for 30 days", async () => {
    const sides = await attacked();
    vi.setSystemTime(Date.now() + 30 * 86_400_000);
    expect(await send(sides)).toMatchObject({ status: 200 });
    vi.setSystemTime(Date.now() + 1);
    await expectRefusal(sides, { id: OTHER_ID }, [404, "unknown_or_expired_url"]);
  });

  it("of another key is refused, and shows nothing of the account", async () => {
    const sides = await attacked();
    const made = (key: number) => pathsOf(new Uint8Array(32).fill(key)).make("i", "B-1", new Date(Date.now() + 60_000));
    const urlOf = (token: string) => sides.inquiry.url.replace(/\/i\/.*$/, `/i/${token}`);
    expect(await send(sides, { url: urlOf(await made(2)) })).toMatchObject({ status: 200 });
    await expectRefusal(sides, { url: urlOf(await made(3)), id: OTHER_ID }, [404, "unknown_or_expired_url"]);
    const [one, two] = [await made(2), await made(2)];
    expect(one).not.toBe(two);
    expect(Buffer.from(one, "base64url").toString("latin1")).not.toContain("B-1");
  });
});

/** Both sides after the inquiry was sent; and, with an approval, after the resolution. */
async function underway(given: Parameters<typeof attacked>[0] = {}, isApproved = false): Promise<Attacked> {
  const sides = await attacked(given);
  await sides.originator.trp.deliver();
  if (isApproved) await sides.beneficiary.trp.deliver();
  return sides;
}

/** The URL of the originator to which the resolution goes. */
async function resolutionUrl({ beneficiary }: Attacked): Promise<string> {
  const page = await beneficiary.storage.exchanges.list({ vasp_id: "V-O", from: "2000", size: 1 });
  return page?.items[0]?.urls.resolution ?? "";
}

/** The URL of the beneficiary to which the transaction goes. */
async function confirmationUrl({ originator }: Attacked): Promise<string> {
  return (await originator.compliance.exchanges.retrieve("W-1"))?.urls.confirmation ?? "";
}

describe("a resolution of a hostile counterparty", () => {
  const approved = {
    address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    callback: `https://${HOSTS.beneficiary}/c`,
  };

  it.each([
    ["both an approval and a rejection", { approved, rejected: null }, 400, "response_invalid"],
    ["nothing", {}, 400, "response_invalid"],
    ["a transaction", { txid: TXID }, 400, "response_invalid"],
    ["no callback", { approved: { address: approved.address } }, 400, "response_invalid"],
    ["a reason of another type", { rejected: ["Petrov"] }, 400, "response_invalid"],
    ["a reason of a megabyte", { rejected: "Petrov".repeat(170_000) }, 400, "response_invalid"],
    [
      "an address of half of a surrogate pair",
      { approved: { ...approved, address: "\ud800" } },
      400,
      "response_invalid",
    ],
    [
      "a callback to another host",
      { approved: { ...approved, callback: "https://trp.other.example/c" } },
      422,
      "callback_host_not_bound",
    ],
    [
      "a callback to a private address",
      { approved: { ...approved, callback: "https://192.168.0.1/c" } },
      422,
      "callback_host_not_bound",
    ],
  ] as const)("is refused with %s", async (_, body, status, code) => {
    const sides = await underway();
    const sent = { url: await resolutionUrl(sides), client: "beneficiary", body };
    await expectRefusal(sides, sent, [status, code]);
  });

  it("is refused from another counterparty than that of the transfer", async () => {
    const peers = {
      "V-B": { hosts: [HOSTS.beneficiary], authenticated: "beneficiary" },
      "V-X": { hosts: ["trp.other.example"], authenticated: "other" },
    };
    const sides = await underway({ originator: { trp: { peers } } });
    const url = await resolutionUrl(sides);
    await expectRefusal(sides, { url, client: "other", body: { rejected: null } }, [404, "unknown_or_expired_url"]);
    const asConfirmation = { url: url.replace("/r/", "/c/"), client: "beneficiary", body: { txid: TXID } };
    await expectRefusal(sides, asConfirmation, [404, "unknown_or_expired_url"]);
  });

  it("is refused with the identifier of another one, and after the transfer was rejected", async () => {
    const sides = await underway();
    const sent = { url: await resolutionUrl(sides), client: "beneficiary" };
    expect(await send(sides, { ...sent, body: { rejected: null } })).toEqual({ status: 204, text: "" });
    expect(await send(sides, { ...sent, body: { rejected: null } })).toEqual({ status: 204, text: "" });
    await expectRefusal(sides, { ...sent, body: { rejected: "other" } }, [409, "request_identifier_taken"]);
    await expectRefusal(sides, { ...sent, id: OTHER_ID, body: { approved } }, [409, "not_possible_now"]);
  });

  it("cannot fill the record with approvals of ever other addresses", async () => {
    const sides = await underway({}, true);
    const sent = { url: await resolutionUrl(sides), client: "beneficiary" };
    const other = { approved: { ...approved, address: "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq" } };
    for (let count = 1; count < 20; count += 1) {
      expect(await send(sides, { ...sent, id: crypto.randomUUID(), body: other })).toEqual({ status: 204, text: "" });
    }
    await expectRefusal(sides, { ...sent, id: OTHER_ID, body: other }, [409, "not_possible_now"]);
  });
});

describe("a confirmation of a hostile counterparty", () => {
  it.each([
    ["a transaction of a megabyte", { txid: "a".repeat(1_000_000) }],
    ["a transaction of half of a surrogate pair", { txid: "\ud800" }],
    ["a transaction with a control character", { txid: "a\u0000b" }],
    ["a blank transaction", { txid: " " }],
    ["a transaction of another type", { txid: { Petrov: 1 } }],
    ["both a transaction and a cancellation", { txid: TXID, canceled: null }],
  ])("is refused with %s", async (_, body) => {
    const sides = await underway({}, true);
    await expectRefusal(sides, { url: await confirmationUrl(sides), body }, [400, "response_invalid"]);
  });

  it("is refused with another transaction than before; the same one has the same answer", async () => {
    const sides = await underway({}, true);
    const url = await confirmationUrl(sides);
    expect(await send(sides, { url, body: { txid: TXID } })).toEqual({ status: 204, text: "" });
    expect(await send(sides, { url, id: OTHER_ID, body: { txid: TXID } })).toEqual({ status: 204, text: "" });
    await expectRefusal(sides, { url, id: OTHER_ID, body: { txid: "cd" } }, [409, "request_identifier_taken"]);
    await expectRefusal(sides, { url, id: OTHER_ID, body: { canceled: null } }, [409, "not_possible_now"]);
  });

  it("may have the identifier of the inquiry, as Envoy writes it", async () => {
    const sides = await underway({}, true);
    const inquiry = (await sides.originator.compliance.exchanges.retrieve("W-1"))?.inquiries[0];
    const url = await confirmationUrl(sides);
    const answer = await send(sides, { url, id: inquiry?.message_id ?? "", body: { txid: TXID } });
    expect(answer).toEqual({ status: 204, text: "" });
  });
});

describe("parts of the caller that fail", () => {
  const thrower = (): never => {
    throw new Error("Ivan Petrov");
  };

  it.each([
    ["throws", thrower, 500, "unavailable"],
    ["rejects", () => Promise.reject(new Error("Ivan Petrov")), 500, "unavailable"],
    ["returns a number", () => 5, 401, "unauthenticated"],
    ["returns an object", () => ({ id: "originator" }), 401, "unauthenticated"],
    ["returns an empty text", () => "", 401, "unauthenticated"],
  ])("authenticate that %s refuses the request", async (_, authenticate, status, code) => {
    const sides = await attacked({
      beneficiary: { trp: { authenticate: authenticate as TrpOptions["authenticate"] } },
    });
    await expectRefusal(sides, {}, [status, code]);
  });

  it("a failed depositAddress is called again for the repeated inquiry; nobody asks for repair meanwhile", async () => {
    let isDown = true;
    const depositAddress = () => (isDown ? thrower() : "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
    const sides = await attacked({ beneficiary: { trp: { depositAddress } } });
    expect(await send(sides)).toEqual({ status: 500, text: '{"error":"unavailable"}' });
    vi.setSystemTime(Date.now() + 1_000);
    expect(await sides.beneficiary.trp.deliver()).toMatchObject({ looked: 1, sent: 0 });
    isDown = false;
    expect(await send(sides)).toMatchObject({ status: 200 });
    const page = await sides.beneficiary.storage.exchanges.list({ vasp_id: "V-O", from: "2000", size: 1 });
    expect(page?.items[0]?.events.map(({ kind }) => kind)).toEqual(["inquiry", "approval"]);
    const record = await sides.beneficiary.compliance.transfers.retrieve(page?.items[0]?.transfer_id ?? "");
    expect(record?.decision).toBe("execute");
  });

  it.each([
    ["is no address", () => "Petrov"],
    ["is no text", () => 5],
    ["is missing", () => undefined],
  ])(
    "a deposit address that %s makes no transfer, and the inquiry waits for a right one",
    async (_, depositAddress) => {
      const sides = await attacked({
        beneficiary: { trp: { depositAddress: depositAddress as TrpOptions["depositAddress"] } },
      });
      expect(await send(sides)).toMatchObject({ status: 500 });
      expect(await sides.beneficiary.trp.deliver()).toMatchObject({ sent: 0 });
      const page = await sides.beneficiary.storage.exchanges.list({ vasp_id: "V-O", from: "2000", size: 1 });
      expect(page?.items).toMatchObject([{ state: "review", events: [{ kind: "inquiry" }] }]);
    },
  );

  const redirect = () => new Response(null, { status: 302, headers: { location: "https://10.0.0.1/" } });
  const answers: readonly (readonly [what: string, fetch: () => unknown, code: string])[] = [
    ["throws", thrower, "provider_unreachable"],
    ["returns no response", () => 5, "provider_unreadable"],
    ["hangs", () => new Promise(() => undefined), "provider_timeout"],
    ["redirects", redirect, "provider_redirected"],
    ["returns a body without end", () => new Response(endless(spaces)), "provider_oversized"],
    ["returns a body that hangs", () => new Response(new ReadableStream()), "provider_timeout"],
    ["returns a huge body", () => new Response("a".repeat(70_000)), "provider_oversized"],
    ["returns no UTF-8", () => new Response(Uint8Array.of(0xff)), "provider_unreadable"],
    ["returns no JSON", () => new Response("Ivan Petrov"), "provider_unreadable"],
    ["returns another answer", () => Response.json({ txid: TXID }), "provider_unreadable"],
    ["returns no content", () => new Response(null, { status: 204 }), "provider_unreadable"],
    ["refuses", () => new Response("Ivan Petrov", { status: 400 }), "provider_rejected"],
    ["does not know the certificate", () => new Response("Ivan Petrov", { status: 403 }), "provider_unauthorized"],
  ];

  it.each(answers)("a fetch that %s is a failure that names no person", async (_, fetch, code) => {
    const sides = await attacked({
      originator: { trp: { timeoutMs: 100, fetch: (async () => fetch()) as TrpOptions["fetch"] } },
    });
    const { failures, ...counts } = await sides.originator.trp.deliver();
    expect(counts).toEqual({ looked: 1, sent: 0, failed: 1 });
    const [failure] = failures;
    expect(failure?.error).toBeInstanceOf(ComplianceError);
    expect(failure).toMatchObject({ transfer_id: "W-1", error: { code } });
    expect(failure?.error.cause).toBeUndefined();
    const words = `${ownWords(failure?.error)}\n${await sides.said()}`;
    for (const personal of PERSONAL) expect(words).not.toContain(personal);
    // Nor the path, which leads to the account.
    expect(words).not.toContain("/trp/i/");
    const exchange = await sides.originator.compliance.exchanges.retrieve("W-1");
    expect(exchange).toMatchObject({ state: "sent", outgoing: { attempts: 1 } });
  });
});

describe("hostile calls", () => {
  it.each<readonly [keyof Trp, () => readonly unknown[]]>([
    ["travelAddressFor", () => ["B-1"]],
    ["send", () => ["W-1", null]],
    ["handler", () => [new Request(`https://${HOSTS.originator}/trp/i/x`, { method: "POST" })]],
    ["deliver", () => [{ limit: 1, signal: new AbortController().signal }]],
  ])("of %s have a typed refusal", async (name, valid) => {
    const { originator } = await attacked({ originator: { trp: { timeoutMs: 1 } } });
    const faults: string[] = [];
    for (const [what, call] of hostileCalls(originator.trp[name] as Callable, valid())) {
      const fault = await faultOf(call);
      if (fault !== undefined) faults.push(`${what}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  it("of createTrp have a typed refusal", async () => {
    const { originator } = await attacked();
    const options: TrpOptions = {
      compliance: originator.compliance,
      fetch: async () => new Response(),
      authenticate: () => undefined,
      peers: { "V-B": { hosts: ["trp.target.example"], authenticated: "b", profile: "trisa" } },
      baseUrl: "https://trp.origin.example/trp",
      addressKey: new Uint8Array(32),
      depositAddress: () => "",
      profile: "trisa",
      assets: [{ asset: "SOL", chain: "solana", decimals: 9, slip0044: 501 }],
      onInquiry: () => undefined,
      allowPrivateHosts: false,
      timeoutMs: 1,
      bodyTimeoutMs: 1,
    };
    const { peers, assets } = options;
    const create = createTrp as (...args: readonly unknown[]) => unknown;
    const partly: readonly (readonly [string, (given: unknown) => unknown, unknown])[] = [
      ["a peer", (peer) => create({ ...options, peers: { "V-B": peer } }), peers["V-B"]],
      ["hosts", (hosts) => create({ ...options, peers: { "V-B": { hosts, authenticated: "b" } } }), undefined],
      ["an asset", (asset) => create({ ...options, assets: [asset] }), assets?.[0]],
      ["a profile", (profile) => create({ ...options, profile }), { version: "3.2.1", amount: "text", unit: "asset" }],
    ];
    const calls = [
      ...hostileCalls(create, [options]),
      ...partly.flatMap(([what, call, valid]) =>
        [...hostileCalls(call, [valid])].map(([name, outcome]) => [`${what}, ${name}`, outcome] as const),
      ),
    ];
    const faults: string[] = [];
    for (const [what, call] of calls) {
      const fault = await faultOf(call);
      if (fault !== undefined) faults.push(`${what}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  it.each([
    ["http", { baseUrl: "http://trp.origin.example" }],
    ["a user", { baseUrl: "https://a:b@trp.origin.example" }],
    ["a query", { baseUrl: "https://trp.origin.example?x=1" }],
    ["a key of 16 bytes", { addressKey: new Uint8Array(16) }],
    ["a misspelt option", { timeout: 5 }],
    ["no time", { timeoutMs: 0 }],
    ["a host that is a URL", { peers: { "V-B": { hosts: ["https://trp.target.example/"], authenticated: "b" } } }],
    ["no host", { peers: { "V-B": { hosts: [], authenticated: "b" } } }],
    [
      "one client for two VASPs",
      { peers: { a: { hosts: ["a.example"], authenticated: "b" }, c: { hosts: ["c.example"], authenticated: "b" } } },
    ],
    ["an unknown profile", { profile: "toString" }],
    ["an asset without decimals", { assets: [{ asset: "SOL", chain: "solana" }] }],
  ])("of createTrp with %s throw configuration_invalid", async (_, options) => {
    const trp = options as Partial<TrpOptions>;
    await expect(twoSides({ originator: { trp } })).rejects.toMatchObject({ code: "configuration_invalid" });
  });
});

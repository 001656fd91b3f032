/** Correct balance sources, and wrong ones with the checks that they must fail, and no others. */
import { checkedQuery } from "../../../src/adapters/checked-query.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import type { AddressQuery, Balance, BalanceSource } from "../../../src/index.js";
import type { BalanceSourceSubject } from "../../../src/testing.js";
import { wallets } from "../address-samples.js";
import { CANARY } from "../canaries.js";
import { type Ask, busy, forgetful, keeping, leaving, refusing } from "./calls.js";

const { bitcoin, ethereum, tezos } = wallets;

type AskBalance = Ask<AddressQuery, Balance>;

const holdings: Readonly<Record<string, Balance>> = {
  [bitcoin.canonical]: { balance: "0.12345678", balance_usd: "7901.23" },
  [ethereum.canonical]: { balance: "0", balance_usd: null },
};

const nothing: Balance = { balance: "0", balance_usd: null };

/** A correct ledger. */
const ledger: AskBalance = async (query) => {
  checkedQuery(query, "The house ledger", (chain) => chain === "bitcoin" || chain === "ethereum");
  if (query.signal?.aborted) throw new ComplianceError("aborted", "The caller has ended this.");
  return { ...(holdings[query.address] ?? nothing) };
};

/** The same with a delay, which an abort ends. */
const slowLedger = leaving(ledger, (reject) => reject(new ComplianceError("aborted", "The caller has left.")));

/** Returns another answer, of any type. */
function answering(change: (answer: Balance) => unknown): AskBalance {
  return async (query) => change(await ledger(query)) as Balance;
}

/** Fails or returns another answer first. */
function first(fail: (query: AddressQuery) => Balance | Promise<Balance> | undefined): AskBalance {
  return async (query) => (await fail(query)) ?? ledger(query);
}

function isMistyped({ address }: AddressQuery): boolean {
  return ![bitcoin, ethereum, tezos].some(({ canonical }) => canonical === address);
}

/** Returns a different balance each time where the subject has none. */
function changing(): AskBalance {
  let asked = 0;
  return async (query) => {
    asked += 1;
    return { ...(await ledger(query)), ...(query.chain === "ethereum" && { balance: String(asked) }) };
  };
}

/** Shares one request for an address: an abort of the first caller ends it for all. */
function sharing(): AskBalance {
  const underWay = new Map<string, Promise<Balance>>();
  return async (query) => {
    if (query.signal?.aborted) return ledger(query);
    const shared = underWay.get(query.address) ?? slowLedger(query);
    underWay.set(query.address, shared);
    return shared.finally(() => underWay.delete(query.address));
  };
}

function sourceOf(balance: AskBalance): () => BalanceSource {
  return () => ({ balance });
}

export const subject: BalanceSourceSubject = {
  source: sourceOf(ledger),
  known: [
    { chain: "bitcoin", address: bitcoin.canonical, balance: "0.12345678" },
    { chain: "ethereum", address: ethereum.canonical },
  ],
  unsupported: [{ chain: "tezos", address: tezos.canonical }],
  failing: sourceOf(async () => refusing("provider_unauthorized")),
};

const withZeros = ({ balance }: Balance): string => `${balance}${balance.includes(".") ? "" : "."}000000000000`;

export const right: Readonly<Record<string, BalanceSourceSubject>> = {
  "a correct ledger": subject,
  "a slow one": { ...subject, source: sourceOf(slowLedger) },
  "one with trailing zeros": {
    ...subject,
    source: sourceOf(answering((each) => ({ ...each, balance: withZeros(each) }))),
  },
  "one with frozen answers": { ...subject, source: sourceOf(answering(Object.freeze)) },
  "one without prices": {
    ...subject,
    source: sourceOf(answering((each) => ({ ...each, balance_usd: null }))),
    failing: sourceOf(async () => refusing("rate_missing")),
  },
};

/** The names of the checks, by short names. */
export const check = {
  form: "a balance is exact decimal text",
  units: "a balance is in whole units",
  worth: "a balance in dollars has at most two decimals",
  belongs: "changing an answer does not change later answers",
  together: "concurrent requests do not affect each other",
  mistyped: "an invalid address has no balance",
  ended: "an aborted request gets no answer",
  givenUp: "aborting ends a request",
  personal: "errors do not repeat the address",
  unsupported: "an unsupported chain is refused",
  failing: "a failing source returns no balance",
} as const;

interface Wrong {
  readonly fault: string;
  readonly breaks: readonly (keyof typeof check)[];
  readonly changes: Partial<BalanceSourceSubject>;
}

type Faults = Readonly<Record<string, () => AskBalance>>;

/** Wrong sources by their fault, which break these checks. */
function breaking(breaks: Wrong["breaks"], faults: Faults): readonly Wrong[] {
  return Object.entries(faults).map(([fault, make]) => ({
    fault,
    breaks,
    changes: { source: () => ({ balance: make() }) },
  }));
}

const onTezos = (answer: (query: AddressQuery) => Balance): AskBalance =>
  first((query) => (query.chain === "tezos" ? answer(query) : undefined));
const onAbort = (answer: (query: AddressQuery) => Balance): AskBalance =>
  first((query) => (query.signal?.aborted ? answer(query) : undefined));
const onMistyped = (answer: () => Balance): AskBalance =>
  first((query) => (isMistyped(query) && query.chain !== "tezos" ? answer() : undefined));

/** Failing sources, each of which returns or throws what no failing source may. */
const wrongFailures: Readonly<Record<string, AskBalance>> = {
  "a balance of 0 after a failure": async () => nothing,
  "no answer": async () => JSON.parse("null"),
  "an error without a code": () => Promise.reject(new TypeError(CANARY)),
  "a code that no source may throw": async () => refusing("storage_locked"),
  "an unknown code": async () => refusing(`to${CANARY}`),
  "the address in its message": async ({ address }) => refusing("provider_rejected", `${CANARY} ${address}`),
};

export const wrong: readonly Wrong[] = [
  ...breaking(["form"], {
    "a number": () => answering((each) => ({ ...each, balance: Number(each.balance) })),
    "an exponent": () => answering((each) => ({ ...each, balance: "1.2e-1" })),
    "no balance_usd": () => answering(({ balance }) => ({ balance })),
    "a balance_usd that is a number": () => answering((each) => ({ ...each, balance_usd: 7901.23 })),
    "an unknown property": () => answering((each) => ({ ...each, note: CANARY })),
    "undefined for an empty address": () => answering((each) => (each.balance === "0" ? undefined : each)),
  }),
  ...breaking(["units"], {
    satoshi: () => answering((each) => ({ ...each, balance: each.balance === "0" ? "0" : "12345678" })),
    "a rounded balance": () => answering((each) => ({ ...each, balance: each.balance.slice(0, 6) })),
    "more decimals than the asset has": () =>
      answering((each) => ({ ...each, balance: `${withZeros(each)}${"0".repeat(18)}1` })),
  }),
  ...breaking(["worth"], {
    "a balance_usd that is not rounded": () => answering((each) => ({ ...each, balance_usd: "7901.2345" })),
  }),
  ...breaking(["belongs"], { "a cached answer object": () => keeping(ledger, ({ address }) => address) }),
  ...breaking(["belongs", "together"], { "another answer each time": changing }),
  ...breaking(["together"], {
    "an answer for the latest requested address": () => forgetful(ledger, ({ chain, address }) => ({ chain, address })),
    "an error while busy": () => busy(ledger),
    "all requests aborted with one": sharing,
  }),
  ...breaking(["mistyped"], {
    "a balance of 0 for an invalid address": () => onMistyped(() => nothing),
    "an invalid address sent to the service": () => onMistyped(() => refusing("provider_rejected")),
    "an invalid address that throws a TypeError": () =>
      first((query) => (isMistyped(query) ? Promise.reject(new TypeError(CANARY)) : undefined)),
  }),
  ...breaking(["ended"], {
    "an answer despite an aborted signal":
      () =>
      ({ chain, address }) =>
        ledger({ chain, address }),
    "provider_timeout for an aborted signal": () => onAbort(() => refusing("provider_timeout")),
  }),
  ...breaking(["givenUp"], {
    "an answer after an abort": () => leaving(ledger, () => undefined),
    "an error of the platform": () => leaving(ledger, (reject) => reject(new DOMException(CANARY, "AbortError"))),
    "no end after an abort": () =>
      first(({ signal }) => (signal?.aborted === false ? new Promise(() => undefined) : undefined)),
  }),
  ...breaking(["personal"], {
    "the address in a message": () => onAbort(({ address }) => refusing("aborted", `${CANARY} ${address}`)),
    "the address in a cause, in another case": () =>
      onTezos(({ address }) =>
        refusing("chain_unsupported", "It is not known.", new Error(`${CANARY} ${address.toUpperCase()}`)),
      ),
  }),
  ...breaking(["unsupported"], {
    "a balance of 0 on an unsupported chain": () => onTezos(() => nothing),
    "another code for an unsupported chain": () => onTezos(() => refusing("provider_rejected")),
  }),
  ...Object.entries(wrongFailures).map(([fault, balance]) => ({
    fault,
    breaks: ["failing"] as const,
    changes: { failing: sourceOf(balance) },
  })),
];

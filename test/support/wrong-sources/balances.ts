/** Correct balance sources, and wrong ones with the checks that they must fail, and no others. */
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import type { BalanceSource } from "../../../src/index.js";
import type { BalanceSourceSubject } from "../../../src/testing.js";
import { wallets } from "../address-samples.js";
import { CANARY } from "../canaries.js";
import {
  answering,
  busy,
  changing,
  failingWith,
  forgetful,
  isMistyped,
  keeping,
  leaving,
  ledger,
  nothing,
  refusing,
  sharing,
  slowLedger,
  zeros,
} from "./ledgers.js";

const { bitcoin, ethereum, tezos } = wallets;

const refused: BalanceSource = {
  balance: async () => refusing("provider_unauthorized"),
};

export const subject: BalanceSourceSubject = {
  source: () => ledger,
  known: [
    { chain: "bitcoin", address: bitcoin.canonical, balance: "0.12345678" },
    { chain: "ethereum", address: ethereum.canonical },
  ],
  unsupported: [{ chain: "tezos", address: tezos.canonical }],
  failing: () => refused,
};

export const right: Readonly<Record<string, BalanceSourceSubject>> = {
  "a correct ledger": subject,
  "a slow one": { ...subject, source: () => slowLedger },
  "one with trailing zeros": { ...subject, source: () => answering((each) => ({ ...each, balance: zeros(each) })) },
  "one with frozen answers": { ...subject, source: () => answering((each) => Object.freeze(each)) },
  "one without prices": {
    ...subject,
    source: () => answering((each) => ({ ...each, balance_usd: null })),
    failing: () => failingWith(() => refusing("rate_missing")),
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

function wrongSource(fault: string, breaks: Wrong["breaks"], source: () => BalanceSource): Wrong {
  return { fault, breaks, changes: { source } };
}

function wrongFailure(fault: string, balance: BalanceSource["balance"]): Wrong {
  return { fault, breaks: ["failing"], changes: { failing: () => ({ balance }) } };
}

export const wrong: readonly Wrong[] = [
  wrongSource("a number", ["form"], () => answering((each) => ({ ...each, balance: Number(each.balance) }))),
  wrongSource("an exponent", ["form"], () => answering((each) => ({ ...each, balance: "1.2e-1" }))),
  wrongSource("a sign", ["form"], () => answering((each) => ({ ...each, balance: "-1" }))),
  wrongSource("a separator of thousands", ["form"], () => answering((each) => ({ ...each, balance: "1,000.5" }))),
  wrongSource("no balance_usd", ["form"], () => answering(({ balance }) => ({ balance }))),
  wrongSource("a balance_usd that is a number", ["form"], () =>
    answering((each) => ({ ...each, balance_usd: 7901.23 })),
  ),
  wrongSource("an unknown property", ["form"], () => answering((each) => ({ ...each, note: CANARY }))),
  wrongSource("a text instead of an object", ["form"], () => answering(({ balance }) => balance)),
  wrongSource("undefined for an empty address", ["form"], () =>
    answering((each) => (each.balance === "0" ? undefined : each)),
  ),
  wrongSource("satoshi", ["units"], () =>
    answering((each) => ({ ...each, balance: each.balance === "0" ? "0" : "12345678" })),
  ),
  wrongSource("a rounded balance", ["units"], () =>
    answering((each) => ({ ...each, balance: each.balance.slice(0, 6) })),
  ),
  wrongSource("more decimals than the asset has", ["units"], () =>
    answering((each) => ({ ...each, balance: `${each.balance === "0" ? "0." : each.balance}${"0".repeat(18)}1` })),
  ),
  wrongSource("a balance_usd that is not rounded", ["worth"], () =>
    answering((each) => ({ ...each, balance_usd: "7901.2345" })),
  ),
  wrongSource("a cached answer object", ["belongs"], keeping),
  wrongSource("another answer each time", ["belongs", "together"], changing),
  wrongSource("an answer for the latest requested address", ["together"], forgetful),
  wrongSource("an error while busy", ["together"], busy),
  wrongSource("all requests aborted with one", ["together"], sharing),
  wrongSource("a balance of 0 for an invalid address", ["mistyped"], () =>
    failingWith(({ chain, address }) => (isMistyped(address) && chain !== "tezos" ? nothing : undefined)),
  ),
  wrongSource("an invalid address sent to the service", ["mistyped"], () =>
    failingWith(({ address }) => (isMistyped(address) ? refusing("provider_rejected") : undefined)),
  ),
  wrongSource("an invalid address that throws a TypeError", ["mistyped"], () =>
    failingWith(({ address }) => {
      if (isMistyped(address)) throw new TypeError(CANARY);
      return undefined;
    }),
  ),
  wrongSource("an answer despite an aborted signal", ["ended"], () => ({
    balance: ({ chain, address }) => ledger.balance({ chain, address }),
  })),
  wrongSource("provider_timeout for an aborted signal", ["ended"], () =>
    failingWith(({ signal }) => (signal?.aborted ? refusing("provider_timeout") : undefined)),
  ),
  wrongSource("an answer after an abort", ["givenUp"], () => leaving(() => undefined)),
  wrongSource("an error of the platform", ["givenUp"], () =>
    leaving((reject) => reject(new DOMException(CANARY, "AbortError"))),
  ),
  wrongSource("no end after an abort", ["givenUp"], () =>
    failingWith(({ signal }) => (signal?.aborted === false ? new Promise(() => undefined) : undefined)),
  ),
  wrongSource("the address in a message", ["personal"], () =>
    failingWith(({ address, signal }) => (signal?.aborted ? refusing("aborted", `${CANARY} ${address}`) : undefined)),
  ),
  wrongSource("the address in a cause, in another case", ["personal"], () =>
    failingWith(({ chain, address }) => {
      if (chain !== "tezos") return undefined;
      const cause = new Error(`${CANARY} ${address.toUpperCase()}`);
      throw new ComplianceError("chain_unsupported", "It is not known.", { cause });
    }),
  ),
  wrongSource("a balance of 0 on an unsupported chain", ["unsupported"], () =>
    failingWith(({ chain }) => (chain === "tezos" ? nothing : undefined)),
  ),
  wrongSource("another code for an unsupported chain", ["unsupported"], () =>
    failingWith(({ chain }) => (chain === "tezos" ? refusing("provider_rejected") : undefined)),
  ),
  wrongFailure("a balance of 0 after a failure", async () => nothing),
  wrongFailure("no answer", async () => JSON.parse("null")),
  wrongFailure("an error without a code", async () => {
    throw new TypeError(CANARY);
  }),
  wrongFailure("a code that no source may throw", async () => refusing("storage_locked")),
  wrongFailure("an unknown code", async () => refusing(`to${CANARY}`)),
  wrongFailure("the address in its message", async ({ address }) =>
    refusing("provider_rejected", `${CANARY} ${address}`),
  ),
];

/** The factories of `vaspkit/providers` with values for each of their options that cannot be right. */
import * as providers from "../../src/providers.js";
import { CANARY, throwing } from "./canaries.js";
import { listedBitcoin } from "./ofac/list.js";

const url = "https://node.example";
const today = new Date().toISOString().slice(0, 10);
const source = { balance: async () => ({ balance: "0", balance_usd: null }) };
const rates = { current: async () => ({ base: "USD", date: today, source: "test", rates: {} }) };

/** A factory as callers without types see it. */
export interface OptionRow {
  readonly make: (options?: unknown) => unknown;
  /** The least that it takes. */
  readonly least: object | undefined;
  /** Each option that there is, with values that cannot be right. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}

const ofServices = {
  url: [7, null, {}, "", `${CANARY}.example`, "http://node.example", "ftp://localhost", new URL(url)],
  fetch: [3, null, "fetch", {}],
  timeoutMs: [null, "1000", 0, Number.NaN, {}],
  tryTimeoutMs: [null, "1000", 0, Number.NaN, {}],
};

const ofNodes = { ...ofServices, url: [undefined, ...ofServices.url] };

const noSecret = [undefined, null, "", 7, {}, `${CANARY} words`, `${CANARY}\n`];
const noText = [null, 7, {}, ["A"]];
export const noFunction = [null, 7, "f", {}];
const noBoolean = [null, 0, "no", "false", {}];
const noName = [...noText, "", " ", "two\nlines"];
const noChains = [null, "bitcoin", [], {}, ["monero"]];
const noWords = [
  ...[null, 7, "bitcoin", [], ["bitcoin"], {}, { monero: "XMR" }, { bitcoin: 1 }, { bitcoin: "" }],
  throwing({}, "bitcoin"),
];
const cached = {
  cacheMs: [null, "1", -1, 900_001],
  staleIfErrorMs: [null, "1", -1, Number.NaN, Number.POSITIVE_INFINITY],
  onRefreshFailure: noFunction,
  clock: noFunction,
};

// The casts, here and below: what a caller without types may give.
const untyped =
  <T>(make: (options: T) => unknown): OptionRow["make"] =>
  (options) =>
    make(options as T);

/** Every factory that takes options, by its name. */
export const optionRows: Readonly<Record<string, OptionRow>> = {
  algod: { make: untyped(providers.algod), least: { url }, wrong: { ...ofNodes, token: noSecret.slice(1) } },
  blockbook: {
    make: untyped(providers.blockbook),
    least: { url, chain: "doge" },
    wrong: { ...ofNodes, chain: [undefined, null, "tezos", ["doge"]], mustBeInSync: noBoolean },
  },
  esplora: {
    make: untyped(providers.esplora),
    least: { url, chain: "bitcoin" },
    wrong: { ...ofNodes, chain: [undefined, null, "doge", ["bitcoin"]] },
  },
  ethereumRpc: {
    make: untyped(providers.ethereumRpc),
    least: { url, chain: "xdc" },
    wrong: { ...ofNodes, chain: [undefined, null, "bitcoin"], block: [null, "", "pending", "safe", 7] },
  },
  horizon: { make: untyped(providers.horizon), least: { url }, wrong: ofNodes },
  nearRpc: { make: untyped(providers.nearRpc), least: { url }, wrong: ofNodes },
  rippled: {
    make: untyped(providers.rippled),
    least: { url },
    wrong: { ...ofNodes, mustNameNetwork: noBoolean },
  },
  solanaRpc: { make: untyped(providers.solanaRpc), least: { url }, wrong: ofNodes },
  substrateSidecar: { make: untyped(providers.substrateSidecar), least: { url }, wrong: ofNodes },
  tronRpc: { make: untyped(providers.tronRpc), least: { url }, wrong: { ...ofNodes, apiKey: noSecret.slice(1) } },
  tzkt: { make: untyped(providers.tzkt), least: undefined, wrong: ofServices },
  balancesInUsd: {
    make: (options) => providers.balancesInUsd(source, rates, options as providers.BalancesInUsdOptions),
    least: undefined,
    wrong: { maxRateAgeMs: [null, "7 days", -1, 0, Number.NaN], clock: noFunction, chains: [null, [], {}, ["tron"]] },
  },
  coinbasePrices: {
    make: untyped(providers.coinbasePrices),
    least: undefined,
    wrong: {
      ...ofServices,
      currency: [null, "", 7, "BTC", "USDT"],
      ...cached,
    },
  },
  coinbaseRates: {
    make: untyped(providers.coinbaseRates),
    least: undefined,
    wrong: {
      ...ofServices,
      base: [null, "", 7, "two words", "btc", "BTC&x=y"],
      ...cached,
    },
  },
  ecbRates: {
    make: untyped(providers.ecbRates),
    least: undefined,
    wrong: { ...ofServices, ...cached, cacheMs: [null, "1", -1] },
  },
  chainalysisSanctions: {
    make: untyped(providers.chainalysisSanctions),
    least: { key: "k" },
    wrong: { ...ofServices, key: noSecret, providerName: noName, chains: noChains },
  },
  chainalysisScreening: {
    make: untyped(providers.chainalysisScreening),
    least: { key: "k" },
    wrong: { ...ofServices, key: noSecret, providerName: noName, chains: noChains, register: noBoolean },
  },
  coinfirm: {
    make: untyped(providers.coinfirm),
    least: { token: "t" },
    wrong: {
      ...ofServices,
      token: noSecret,
      report: [null, "", CANARY, "../score", 7],
      providerName: noName,
      chains: noWords,
    },
  },
  elliptic: {
    make: untyped(providers.elliptic),
    least: { key: "k", secret: "c2VjcmV0" },
    wrong: {
      ...ofServices,
      key: noSecret,
      secret: [...noSecret, `${CANARY}!`],
      providerName: noName,
      chains: noChains,
      customerReference: noText,
      clock: noFunction,
    },
  },
  goPlus: {
    make: untyped(providers.goPlus),
    least: undefined,
    wrong: { ...ofServices, token: noSecret.slice(1), providerName: noName, chains: noWords },
  },
  trm: {
    make: untyped(providers.trm),
    least: { key: "k" },
    wrong: {
      ...ofServices,
      key: [...noSecret, "with:colon"],
      password: [null, 7, "two words", `${CANARY}\n`],
      providerName: noName,
      chains: noWords,
    },
  },
  ofacList: {
    make: untyped(providers.ofacList),
    least: { entries: [{ code: "XBT", address: listedBitcoin }], asOf: today },
    wrong: {
      entries: [undefined, null, [], {}, "XBT", { length: 1 }],
      asOf: [undefined, null, "", "20.11.2026", "2026-11-31", `${today}T00:00:00Z`, 7],
      maxAgeMs: [null, "30 days", -1, 0, Number.NaN, Number.POSITIVE_INFINITY],
      clock: [...noFunction, new Date(), Date.now],
      providerName: noName,
      chains: [null, [], {}, ["tron"]],
    },
  },
};

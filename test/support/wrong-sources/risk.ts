/** A correct risk provider, and wrong ones by the check that each must fail. */
import { checkedQuery } from "../../../src/adapters/checked-query.js";
import { ComplianceError } from "../../../src/domain/compliance-error.js";
import type { AddressQuery, RiskEntry, RiskProvider } from "../../../src/index.js";
import { wallets } from "../address-samples.js";
import { CANARY } from "../canaries.js";
import { type Ask, busy, forgetful, keeping, leaving, refusing } from "./calls.js";

export const known: readonly AddressQuery[] = [
  { chain: "bitcoin", address: wallets.bitcoin.canonical },
  { chain: "ethereum", address: wallets.ethereum.canonical },
];

type Screen = Ask<AddressQuery, readonly RiskEntry[]>;

function entryOf({ chain }: AddressQuery): RiskEntry {
  return {
    provider_name: "HOUSE",
    risk_ratio: chain === "bitcoin" ? 0 : 70,
    risk_descriptors: chain === "bitcoin" ? ["house:not-listed"] : ["house:listed", "mixer"],
    vasp_name_legal: "",
    vasp_name_business: "",
    vasp_website: null,
    vasp_category: "",
  };
}

/** A correct provider: a list of our own. */
const house: Screen = async (query) => {
  checkedQuery(query, "The house list", (chain) => chain === "bitcoin" || chain === "ethereum");
  if (query.signal?.aborted) throw new ComplianceError("aborted", "The caller has ended this.");
  return [entryOf(query)];
};

export function providerOf(screen: Screen = house): RiskProvider {
  return { provider_name: "HOUSE", screen };
}

/** Returns another answer, of any type. */
export function answering(change: (entry: RiskEntry) => unknown): Screen {
  return async (query) => change((await house(query))[0] ?? entryOf(query)) as readonly RiskEntry[];
}

/** Fails before the answer. */
export function failing(fail: (query: AddressQuery) => unknown): Screen {
  return async (query) => {
    fail(query);
    return house(query);
  };
}

export function isKnown({ address }: AddressQuery): boolean {
  return known.some((each) => each.address === address);
}

const onMistyped = (fail: (query: AddressQuery) => never): Screen => failing((query) => isKnown(query) || fail(query));
const onAbort = (fail: (query: AddressQuery) => never): Screen =>
  failing((query) => query.signal?.aborted && fail(query));
const onTezos =
  (answer: Screen): Screen =>
  (query) =>
    (query.chain === "tezos" ? answer : house)(query);

/** An entry with other properties, of any type. */
const entryWith = (change: object): Screen => answering((entry) => [{ ...entry, ...change }]);

export const wrongProviders: Readonly<Record<string, Readonly<Record<string, () => Screen>>>> = {
  "an answer has at least one entry": {
    "an empty answer for an unknown address": () => answering(() => []),
    "an entry that is not in an array": () => answering((entry) => entry),
  },
  "an entry is complete": {
    "an entry without vasp_website": () => answering(({ vasp_website: _, ...entry }) => [entry]),
    "an unknown property": () => entryWith({ score: 6.4 }),
    "a ratio that is text": () => entryWith({ risk_ratio: "70" }),
    "descriptors that are null": () => entryWith({ risk_descriptors: null }),
    "a descriptor that is empty": () => entryWith({ risk_descriptors: [""] }),
    "a name with a line break": () => entryWith({ vasp_name_business: `${CANARY}\n` }),
    "a second entry that is null": () => answering((entry) => [entry, null]),
  },
  "a ratio is an integer from 0 to 100": {
    "a ratio of 6.4": () => entryWith({ risk_ratio: 6.4 }),
    "a ratio of 101 in the second entry": () => answering((entry) => [entry, { ...entry, risk_ratio: 101 }]),
    "a ratio below 0": () => entryWith({ risk_ratio: -1 }),
    "a ratio that is not a number": () => entryWith({ risk_ratio: Number.NaN }),
  },
  "a ratio of 0 has a reason": { "a 0 without a word": () => entryWith({ risk_ratio: 0, risk_descriptors: [] }) },
  "an entry has the provider's code": {
    "the code of another provider": () => answering((entry) => [entry, { ...entry, provider_name: "OFAC" }]),
  },
  "changing an answer does not change later answers": {
    "a cached answer object": () => keeping(house, ({ address }) => address),
  },
  "concurrent requests do not affect each other": {
    "an answer for the latest requested address": () => forgetful(house, ({ chain, address }) => ({ chain, address })),
    "an error while busy": () => busy(house),
  },
  "an invalid address is never screened": {
    "an entry about what is no address": () => async (query) => [entryOf(query)],
    "an error of another type": () =>
      onMistyped(() => {
        throw new TypeError(CANARY);
      }),
    "a code that is no provider's": () => onMistyped(() => refusing("storage_locked")),
    "an unknown code": () => onMistyped(() => refusing(`to${CANARY}`)),
  },
  "an aborted request gets no answer": {
    "an answer despite an aborted signal":
      () =>
      ({ chain, address }) =>
        house({ chain, address }),
    "provider_timeout for an aborted signal": () => onAbort(() => refusing("provider_timeout")),
  },
  "aborting ends a request": {
    "an answer after an abort": () => leaving(house, () => undefined),
    "an error that is the platform's": () => leaving(house, (reject) => reject(new DOMException(CANARY, "AbortError"))),
    "another code": () => leaving(house, (reject) => reject(new ComplianceError("provider_timeout", "It was slow."))),
    "no end at all": () => (query) => (query.signal?.aborted === false ? new Promise(() => undefined) : house(query)),
  },
  "errors do not repeat the address": {
    "the address in a message": () => onAbort(({ address }) => refusing("aborted", `${CANARY} ${address}`)),
    "the address in another case": () =>
      onAbort(({ address }) => refusing("aborted", `${CANARY} ${address.toUpperCase()}`)),
    "the address beside what is no JSON": () =>
      onAbort(({ address }) => {
        const error = new ComplianceError("aborted", "It was ended.");
        throw Object.assign(error, { size: 1n, about: `${CANARY} ${address}` });
      }),
    "a mistyped address in the cause of a cause": () =>
      onMistyped(({ address }) =>
        refusing("invalid_input", "It is no address.", new Error("bad input", { cause: `${CANARY} ${address}` })),
      ),
    "the address in a cause that is no error": () =>
      onAbort(({ address }) => refusing("aborted", "It was ended.", { about: [`${CANARY} ${address}`] })),
    "the address in the cause of a cause that is no error": () =>
      onAbort(({ address }) => refusing("aborted", "It was ended.", { cause: new Error(`${CANARY} ${address}`) })),
  },
  "an unsupported chain is refused": {
    "an entry about what it does not know": () => onTezos(async (query) => [entryOf(query)]),
    "another code": () => onTezos(async () => refusing("provider_rejected")),
  },
};

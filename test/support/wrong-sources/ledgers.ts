/** A correct ledger of balances, and wrong ones. */
import { checkedQuery } from "../../../src/adapters/checked-query.js";
import { ComplianceError, type ComplianceErrorCode } from "../../../src/domain/compliance-error.js";
import type { AddressQuery, Balance, BalanceSource } from "../../../src/index.js";
import { wallets } from "../address-samples.js";

const { bitcoin, ethereum, tezos } = wallets;

/** The balances of the subject. */
const holdings: Readonly<Record<string, Balance>> = {
  [bitcoin.canonical]: { balance: "0.12345678", balance_usd: "7901.23" },
  [ethereum.canonical]: { balance: "0", balance_usd: null },
};

export const nothing: Balance = { balance: "0", balance_usd: null };

/** A correct ledger. */
export const ledger: BalanceSource = {
  balance: async (query) => {
    checkedQuery(query, "The house ledger", (chain) => chain === "bitcoin" || chain === "ethereum");
    if (query.signal?.aborted) throw new ComplianceError("aborted", "The caller has ended this.");
    return { ...(holdings[query.address] ?? nothing) };
  },
};

/** The same with a delay, which an abort ends. */
export const slowLedger: BalanceSource = leaving((reject) =>
  reject(new ComplianceError("aborted", "The caller has left.")),
);

const mistypable: readonly string[] = [bitcoin.canonical, ethereum.canonical, tezos.canonical];

export function isMistyped(address: string): boolean {
  return !mistypable.includes(address);
}

export function zeros({ balance }: Balance): string {
  return balance.includes(".") ? `${balance}000000000000` : `${balance}.00`;
}

/** Returns another answer, of any type. */
export function answering(change: (answer: Balance) => unknown): BalanceSource {
  const balance = async (query: AddressQuery): Promise<unknown> => change(await ledger.balance(query));
  return { balance: balance as BalanceSource["balance"] };
}

/** Fails or returns another answer first. */
export function failingWith(fail: (query: AddressQuery) => Balance | Promise<Balance> | undefined): BalanceSource {
  return { balance: async (query) => (await fail(query)) ?? ledger.balance(query) };
}

export function refusing(code: string, message = "It is refused."): never {
  // A caller without types may give any code.
  throw new ComplianceError(code as ComplianceErrorCode, message);
}

/** A slow ledger, and its reaction to an abort. */
export function leaving(onAbort: (reject: (error: Error) => void) => void): BalanceSource {
  return {
    balance: async (query) => {
      const answer = await ledger.balance(query);
      await new Promise<void>((resolve, reject) => {
        setTimeout(resolve, 5);
        query.signal?.addEventListener("abort", () => onAbort(reject));
        if (query.signal?.aborted) onAbort(reject);
      });
      return answer;
    },
  };
}

/** Returns one object to every caller. */
export function keeping(): BalanceSource {
  const kept = new Map<string, Balance>();
  return {
    balance: async (query) => {
      const answer = await ledger.balance(query);
      if (!kept.has(query.address)) kept.set(query.address, answer);
      return kept.get(query.address) ?? answer;
    },
  };
}

/** Returns a different balance each time where the subject has none. */
export function changing(): BalanceSource {
  let asked = 0;
  return {
    balance: async (query) => {
      const answer = await ledger.balance(query);
      asked += 1;
      return query.chain === "ethereum" ? { ...answer, balance: String(asked) } : answer;
    },
  };
}

/** Answers for the latest requested address. */
export function forgetful(): BalanceSource {
  let last: AddressQuery | undefined;
  return {
    balance: async (query) => {
      await ledger.balance(query);
      last = query;
      await Promise.resolve();
      return ledger.balance({ chain: last.chain, address: last.address });
    },
  };
}

/** Answers one request at a time, and refuses the others. */
export function busy(): BalanceSource {
  let isBusy = false;
  return {
    balance: async (query) => {
      const answer = await ledger.balance(query);
      if (isBusy) return refusing("provider_rate_limited");
      isBusy = true;
      await Promise.resolve();
      isBusy = false;
      return answer;
    },
  };
}

/** Shares one request for an address: an abort of the first caller ends it for all. */
export function sharing(): BalanceSource {
  const underWay = new Map<string, Promise<Balance>>();
  return {
    balance: async (query) => {
      const { chain, address, signal } = query;
      if (signal?.aborted) return ledger.balance(query);
      const shared = underWay.get(chain + address) ?? slowLedger.balance(query);
      underWay.set(chain + address, shared);
      return shared.finally(() => underWay.delete(chain + address));
    },
  };
}

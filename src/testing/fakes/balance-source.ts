/** An honest source of balances in memory. */
import { parseBalanceResponse } from "../../domain/addresses/responses.js";
import type { Chain } from "../../domain/chains/chain.js";
import type { DecimalText } from "../../domain/identifiers/codes.js";
import type { Balance, BalanceSource } from "../../ports/balance-source.js";
import { checkedList, checkedMembers, sayable, wrongFake } from "./configuration.js";
import { type AskedAddress, checkedKey, checkedQuestion, keyOf, knowsOf } from "./question.js";
import { type BalanceSourceFault, play, type Scripted, scriptOf } from "./script.js";

/** What `fakes.balanceSource` is to say that an address holds. */
export interface FakeBalance {
  readonly chain: Chain;
  /** In any spelling. */
  readonly address: string;
  /** In whole units, as decimal text. */
  readonly balance: DecimalText;
  /** In US dollars, at most to the cent. Default null: no price was asked for. */
  readonly balance_usd?: DecimalText | null;
}

/** What `fakes.balanceSource` can be told. */
export interface FakeBalanceSourceOptions {
  /** One for each address. Any other address holds nothing: `"0"`, without a price. */
  readonly balances?: readonly FakeBalance[];
  /** The chains that it knows. Default: all. */
  readonly chains?: readonly Chain[];
}

/** A source of balances for tests. */
export interface FakeBalanceSource extends BalanceSource, Scripted<BalanceSourceFault> {
  /** The questions so far, the refused ones too; it grows. */
  readonly asked: readonly AskedAddress[];
}

const fake = "balanceSource";
const who = "fake source of balances";

const optionNames = { balances: true, chains: true } as const;
const balanceNames = { chain: true, address: true, balance: true, balance_usd: true } as const;

const nothing: Balance = { balance: "0", balance_usd: null };

export function fakeBalanceSource(options: FakeBalanceSourceOptions = {}): FakeBalanceSource {
  const { balances = [], chains } = checkedMembers(fake, "the options", options, optionNames);
  const knows = knowsOf(fake, chains);
  const held = new Map<string, Balance>();
  for (const [index, given] of checkedList(fake, "balances", balances).entries()) {
    const place = `balances[${index}]`;
    const { chain, address, balance, balance_usd = null } = checkedMembers(fake, place, given, balanceNames);
    const key = checkedKey(fake, place, { chain, address });
    if (held.has(key)) throw wrongFake(fake, `${place} is of an address that has a balance already`);
    held.set(key, checkedBalance(place, { balance, balance_usd }));
  }
  const { script, next } = scriptOf(fake, "balance");
  const asked: AskedAddress[] = [];
  return {
    asked,
    script,
    balance: async (query) => {
      asked.push({ chain: query.chain, address: query.address });
      const key = keyOf(checkedQuestion(query, who, knows));
      return play(next(), {
        answer: () => ({ ...(held.get(key) ?? nothing) }),
        // A number, and no word of its worth.
        malformed: { balance: 1.5 },
        who,
        signal: query.signal,
      });
    },
  };
}

function checkedBalance(place: string, given: Balance): Balance {
  const balance = sayable(fake, place, parseBalanceResponse(given));
  if (/\.\d{3}/.test(balance.balance_usd ?? "")) {
    throw wrongFake(fake, `${place}.balance_usd must have at most two decimals`);
  }
  return balance;
}

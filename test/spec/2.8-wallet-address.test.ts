import { describe, expect, it } from "vitest";
import { type Chain, unwrap, type WalletAddress } from "../../src/index.js";
import {
  addressCompliance,
  balanceSource,
  entry,
  identity,
  loading,
  screener,
  screening,
  wallets,
} from "../support/address-samples.js";
import { failureOf, without, withValue } from "../support/outcomes.js";

const created = "2024-06-28T14:30:05.123+00:00";

/** The record of an address that is created with this answer of its provider. */
async function screened(answer: unknown): Promise<WalletAddress> {
  const { addresses } = await addressCompliance({ riskProviders: { RDCFI: screener(() => answer).part } });
  return unwrap(await addresses.create(screening));
}

/** The record of an address that is created with this balance. */
async function balanced(answer: unknown): Promise<WalletAddress> {
  const { addresses } = await addressCompliance({ balances: balanceSource(() => answer).part });
  return unwrap(await addresses.create(loading));
}

describe("§2.8 wallet address record", () => {
  it("has every field of the table and no other", async () => {
    const { part: balances } = balanceSource();
    const { addresses } = await addressCompliance({ balances });
    expect(unwrap(await addresses.create({ ...screening, is_self_hosted: true }))).toStrictEqual({
      address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
      chain: "ethereum",
      symbol: "ETH",
      is_self_hosted: true,
      financial_data: { balance: 1.5, balance_usd: 5250 },
      risk_data: [{ ...entry, created }],
      created,
    });
  });

  it("is the same when it is retrieved, and when its account's addresses are listed", async () => {
    const { addresses } = await addressCompliance({ balances: balanceSource().part });
    const record = unwrap(await addresses.create({ ...screening, account_ref_id: "ACC-1001" }));
    expect(await addresses.retrieve("ethereum", loading.address)).toStrictEqual(record);
    // With an addition: the tags of its links.
    expect(await addresses.ofAccount("ACC-1001")).toStrictEqual([{ ...record, tags: [null] }]);
  });

  it("is plain data: read back from its JSON it is the same", async () => {
    const record = await screened([entry]);
    expect(JSON.parse(JSON.stringify(record))).toStrictEqual(record);
  });

  // Object.entries loses the type of the keys.
  it.each(Object.entries(wallets) as [Chain, (typeof wallets)[Chain]][])(
    "address in canonical form, chain as named in §4.1 and symbol of the native asset: %s",
    async (chain, { given, canonical, symbol }) => {
      const { addresses } = await addressCompliance();
      const record = unwrap(await addresses.create({ chain, address: given }));
      expect(record).toMatchObject({ address: canonical, chain, symbol });
    },
  );

  it.each([true, false])("is_self_hosted: %s", async (is_self_hosted) => {
    const { addresses } = await addressCompliance();
    expect(unwrap(await addresses.create({ ...loading, is_self_hosted }))).toMatchObject({ is_self_hosted });
  });

  it("created: ISO 8601 with an offset, from the clock", async () => {
    const clock = (): Date => new Date("2024-02-29T23:30:00-03:00");
    const { addresses } = await addressCompliance({ clock });
    expect(unwrap(await addresses.create(loading)).created).toBe("2024-03-01T02:30:00.000+00:00");
  });

  describe("financial_data: balance and balance_usd are numbers", () => {
    it.each([
      ["0", 0],
      ["0.1", 0.1],
      ["21000000.00000001", 21000000.00000001],
      // The nearest double, as close as a number comes to the exact decimal; addresses.history has that.
      ["123456789.123456789123456789", 123456789.12345679],
      ["9007199254740993", 9007199254740992],
      [`0.${"0".repeat(23)}1`, 1e-24],
      ["9".repeat(100), 1e100],
    ])("%s", async (balance, number) => {
      const { financial_data } = await balanced({ balance, balance_usd: balance });
      expect(financial_data).toStrictEqual({ balance: number, balance_usd: number });
    });

    it("null each when no source is configured (design)", async () => {
      const { addresses } = await addressCompliance();
      const { financial_data } = unwrap(await addresses.create(loading));
      expect(financial_data).toStrictEqual({ balance: null, balance_usd: null });
    });

    it("balance_usd is null when no price was asked for", async () => {
      const { financial_data } = await balanced({ balance: "1", balance_usd: null });
      expect(financial_data).toStrictEqual({ balance: 1, balance_usd: null });
    });
  });

  describe("risk_data", () => {
    it("is null when no screening was done", async () => {
      const { addresses } = await addressCompliance();
      expect(unwrap(await addresses.create(loading))).toMatchObject({ ...identity, risk_data: null });
    });

    it("is otherwise the risk entries, each with the time at which it was recorded", async () => {
      const second = { ...entry, provider_name: "OFAC", risk_ratio: 0, risk_descriptors: ["not listed"] };
      const { risk_data } = await screened([entry, second]);
      expect(risk_data).toStrictEqual([
        { ...entry, created },
        { ...second, created },
      ]);
    });

    it.each([0, 1, 50, 100])("risk_ratio: an integer from 0 to 100, such as %s", async (risk_ratio) => {
      expect(await screened([{ ...entry, risk_ratio }])).toMatchObject({ risk_data: [{ risk_ratio }] });
    });

    it.each([
      ["risk_descriptors", []],
      ["vasp_name_legal", ""],
      ["vasp_name_legal", "Aurora Exchange Pte. Ltd."],
      ["vasp_name_business", ""],
      ["vasp_website", null],
      ["vasp_website", "https://aurora.example"],
      ["vasp_category", ""],
    ])("%s may be %j", async (field, value) => {
      expect(await screened([{ ...entry, [field]: value }])).toMatchObject({ risk_data: [{ [field]: value }] });
    });
  });
});

/** An entry whose ratio cannot be read. */
const throwing = Object.defineProperty({ ...entry }, "risk_ratio", {
  enumerable: true,
  get: () => {
    throw new Error("private");
  },
});

describe("§2.8 what is no risk entry is never taken for one: provider_unreadable, nothing is stored", () => {
  async function refused(answer: unknown): Promise<string> {
    const { addresses } = await addressCompliance({ riskProviders: { RDCFI: screener(() => answer).part } });
    const { message } = await failureOf(addresses.create(screening), "provider_unreadable");
    expect(await addresses.retrieve("ethereum", loading.address)).toBeUndefined();
    return message;
  }

  it.each(Object.keys(entry))("an entry without %s", async (field) => {
    expect(await refused([entry, without(entry, `/${field}`)])).toContain(`required at "/1/${field}"`);
  });

  it.each([
    ["provider_name", [null, "", " ", 5], ["wrong_type", "text_blank", "text_blank", "wrong_type"]],
    ["risk_ratio", [null, "87", 0.87, -1, 101], ["wrong_type", "wrong_type", ...Array(3).fill("out_of_range")]],
    ["risk_ratio", [Number.NaN, Number.POSITIVE_INFINITY], ["out_of_range", "out_of_range"]],
    ["risk_descriptors", [null, "mixer", {}], ["wrong_type", "wrong_type", "wrong_type"]],
    ["risk_descriptors/0", [null, 5, "", "a\nb"], ["wrong_type", "wrong_type", "text_blank", "text_control_character"]],
    ["vasp_name_legal", [null, 5, " ", "\ud800"], ["wrong_type", "wrong_type", "text_blank", "text_malformed"]],
    ["vasp_name_business", [null, ["Aurora"]], ["wrong_type", "wrong_type"]],
    ["vasp_website", [5, ""], ["wrong_type", "text_blank"]],
    ["vasp_category", [null, ["exchange"], " "], ["wrong_type", "wrong_type", "text_blank"]],
    ["created", ["2024-06-28T14:30:05.123Z"], ["unknown_property"]],
  ])("%s of another form: %j", async (field, values, codes) => {
    for (const [index, value] of values.entries()) {
      const answer = [withValue(entry, `/${field}`, value)];
      expect(await refused(answer), JSON.stringify(value)).toContain(`${codes[index]} at "/0/${field}"`);
    }
  });

  it.each([
    ["nothing", undefined, 'required at ""'],
    ["null", null, 'wrong_type at ""'],
    ["an entry instead of a list", entry, 'wrong_type at ""'],
    ["text", "clean", 'wrong_type at ""'],
    ["no entry at all, which says nothing of a risk", [], 'required at "/0"'],
    ["a hole", new Array(1), 'required at "/0"'],
    [
      "a 0 without a reason, beside a complete entry",
      [entry, { ...entry, risk_ratio: 0, risk_descriptors: [] }],
      'required at "/1/risk_descriptors/0"',
    ],
    ["a negative 0 without a reason", [{ ...entry, risk_ratio: -0, risk_descriptors: [] }], "risk_descriptors/0"],
    ["a list in the list", [[entry]], 'wrong_type at "/0"'],
    ["an entry that throws", [throwing], 'unreadable at "/0/risk_ratio"'],
  ])("%s", async (_, answer, told) => {
    expect(await refused(answer)).toContain(told);
  });

  it("an entry with a text over 1,000 units", async () => {
    const answer = [{ ...entry, vasp_category: "a".repeat(1001) }];
    expect(await refused(answer)).toContain('text_too_long at "/0/vasp_category"');
  });

  it("tells the first faults only, and never a value", async () => {
    const answer = Array.from({ length: 500 }, () => ({ ...entry, risk_ratio: "Jane Doe", vasp_website: "" }));
    const message = await refused(answer);
    expect(message).not.toContain("Jane");
    expect(message.match(/ at "/g)).toHaveLength(3);
  });
});

describe("§2.8 what is no balance is never taken for one: provider_unreadable, nothing is stored", () => {
  it.each([
    [undefined, 'required at ""'],
    [null, 'wrong_type at ""'],
    ["1.5", 'wrong_type at ""'],
    [{ balance: "1" }, 'required at "/balance_usd"'],
    [{ balance_usd: null }, 'required at "/balance"'],
    [{ balance: 1, balance_usd: null }, 'wrong_type at "/balance"'],
    [{ balance: null, balance_usd: null }, 'wrong_type at "/balance"'],
    [{ balance: "-1", balance_usd: null }, 'amount_malformed at "/balance"'],
    [{ balance: "1e3", balance_usd: null }, 'amount_malformed at "/balance"'],
    [{ balance: "9".repeat(101), balance_usd: null }, 'amount_malformed at "/balance"'],
    [{ balance: "1", balance_usd: "1,000.00" }, 'amount_malformed at "/balance_usd"'],
    [{ balance: "1", balance_usd: null, currency: "EUR" }, 'unknown_property at "/currency"'],
  ])("%j", async (answer, told) => {
    const { addresses } = await addressCompliance({ balances: balanceSource(() => answer).part });
    const { message } = await failureOf(addresses.create(loading), "provider_unreadable");
    expect(message).toContain(told);
    expect(message.match(/ at "/g)).toHaveLength(1);
    expect(await addresses.retrieve("ethereum", loading.address)).toBeUndefined();
  });
});

/** Properties as a consumer writes them with the arbitraries: what does it right keeps them, what does it wrong is caught. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Chain, parseAccount, parseAddress, parseTransaction, parseVasp, type Result } from "../../src/index.js";
import { arbitraries, type Invalid } from "../../src/testing.js";
import { runs } from "../support/runs.js";

/** A property of whatever a consumer has built around a part of the library. */
interface Case<S, T> {
  readonly name: string;
  readonly propertyOf: (subject: S) => fc.IProperty<T>;
  readonly right: S;
  readonly wrong: Readonly<Record<string, S>>;
}

function describeCase<S, T>({ name, propertyOf, right, wrong }: Case<S, T>): void {
  describe(name, () => {
    it("is kept by what does it right", () => {
      fc.assert(propertyOf(right), { numRuns: runs(30) });
    });

    it.each(Object.entries(wrong))("is broken by what %s", (_what, subject) => {
      expect(fc.check(propertyOf(subject), { numRuns: 2_000, endOnFailure: true }).failed).toBe(true);
    });
  });
}

type Parser = (input: unknown) => Result<unknown>;

/** The text in every text of an input changed. */
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member, change)]));
}

/** What a service does to the texts before it hands them on. */
function changing(change: (text: string) => string): Parser {
  return (input) => parseAccount(withTexts(input, change));
}

const marks = /\p{M}/gu;

describeCase({
  name: "an account is kept as it came",
  propertyOf: (parse: Parser) =>
    fc.property(arbitraries.account(), (account) => {
      const parsed = parse(account);
      expect(parsed).toMatchObject({ ok: true, value: account });
    }),
  right: (input) => parseAccount(input),
  wrong: {
    "trims texts": changing((text) => text.trim()),
    "drops accents": changing((text) => text.normalize("NFD").replace(marks, "")),
    "composes what came decomposed": changing((text) => text.normalize("NFC")),
    "folds compatible letters": changing((text) => text.normalize("NFKC")),
    "writes names in capitals": changing((text) => (/^[a-z-]{6,}$/.test(text) ? text : text.toUpperCase())),
    "cuts texts after 140 characters": changing((text) => text.slice(0, 140)),
    "keeps letters of Latin alone": changing((text) => text.replace(/[^\p{Script=Latin}\p{P}\p{N}\s]/gu, "?")),
    "writes a straight apostrophe": changing((text) => text.replaceAll("’", "'")),
    "loses what is beyond the basic plane, as an old database does": changing((text) =>
      text.replace(/[\u{10000}-\u{10ffff}]/gu, "\ufffd"),
    ),
    "escapes for HTML": changing((text) => text.replaceAll("'", "&#39;").replaceAll("<", "&lt;")),
    "wants a last name of two letters": (input) =>
      /"name_last":"(.|\\u....)"/u.test(JSON.stringify(input)) ? refusal("required", "") : parseAccount(input),
    "wants a first name": (input) =>
      JSON.stringify(input).includes("individual_name") && !JSON.stringify(input).includes("name_first")
        ? refusal("required", "")
        : parseAccount(input),
    "loses a member": (input) => {
      const { email: _, ...rest } = Object(input);
      return parseAccount(rest);
    },
  },
});

function refusal(code: "required" | "wrong_type", path: string): Result<unknown> {
  return { ok: false, issues: [{ code, path, clause: "2.2", message: "This is wrong." }] };
}

describeCase({
  name: "what is wrong with an account is said, and where",
  propertyOf: (parse: Parser) =>
    // Each code in its turn, so that none depends on chance.
    fc.property(fc.tuple(...Object.values<fc.Arbitrary<Invalid>>(arbitraries.invalidAccounts)), (all) => {
      for (const { input, code, path } of all) {
        const parsed = parse(input);
        expect(parsed.ok ? [] : parsed.issues.map((issue) => [issue.code, issue.path])).toEqual([[code, path]]);
      }
    }),
  right: (input) => parseAccount(input),
  wrong: {
    "accepts all": (input) => ({ ok: true, value: input }),
    "refuses all": () => refusal("wrong_type", ""),
    "says where the object is and not the field": (input) => {
      const parsed = parseAccount(input);
      if (parsed.ok) return parsed;
      return {
        ok: false,
        issues: parsed.issues.map((issue) => ({ ...issue, path: issue.path.replace(/\/[^/]*$/, "") })),
      };
    },
    "takes a country in lower case": changing((text) => (/^[a-z]{2}$/.test(text) ? text.toUpperCase() : text)),
    "takes what JSON takes": (input) => parseAccount(JSON.parse(JSON.stringify(input) ?? "null")),
    "leaves unknown members out": (input) => {
      const { reference_id, account_type, account_category, customer_id, email, ...rest } = Object(input);
      const { individual, entity, address, national_id } = rest;
      const known = { reference_id, account_type, account_category, customer_id, email };
      return parseAccount({ ...known, individual, entity, address, national_id });
    },
  },
});

type Reader = (chain: Chain, text: string) => string | undefined;

function canonical(chain: Chain, text: string): string | undefined {
  const parsed = parseAddress(chain, text);
  return parsed.ok ? parsed.value.canonical : undefined;
}

describeCase({
  name: "an address is stored in its canonical form",
  propertyOf: (read: Reader) =>
    fc.property(arbitraries.address(), (drawn) => {
      expect(read(drawn.chain, drawn.address)).toBe(drawn.canonical);
    }),
  right: canonical,
  wrong: {
    "stores it as it came": (_chain, text) => text,
    "stores it in lower case": (_chain, text) => text.toLowerCase(),
    "takes no X-addresses": (chain, text) => (text.startsWith("X") ? undefined : canonical(chain, text)),
    "takes no segwit addresses but of version 0": (chain, text) =>
      /^(bc|ltc)1[^q]/i.test(text) ? undefined : canonical(chain, text),
    "takes no upper case of bech32": (chain, text) => (/^BC1/.test(text) ? undefined : canonical(chain, text)),
  },
});

describeCase({
  name: "what is no address of the chain is not taken",
  propertyOf: (read: Reader) =>
    fc.property(fc.tuple(...Object.values(arbitraries.invalidAddresses)), (all) => {
      for (const { chain, address } of all) expect(read(chain, address)).toBeUndefined();
    }),
  right: canonical,
  wrong: {
    "trims it": (chain, text) => canonical(chain, text.trim()),
    "looks at its form alone": (chain, text) =>
      chain === "bitcoin" && /^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text) ? text : canonical(chain, text),
    "takes the address of one chain for another": (chain, text) =>
      canonical(chain, text) ?? canonical("ethereum", text),
  },
});

describeCase({
  name: "an amount is kept to its last digit",
  propertyOf: (parse: Parser) =>
    fc.property(arbitraries.transaction(), (transaction) => {
      expect(parse(transaction)).toEqual({ ok: true, value: transaction });
    }),
  right: (input) => parseTransaction(input),
  wrong: {
    "reads decimal text into a double": (input) => {
      const { amount, ...rest } = Object(input);
      return parseTransaction({ ...rest, amount: typeof amount === "string" ? String(Number(amount)) : amount });
    },
    "rounds to cents": (input) => {
      const { amount, ...rest } = Object(input);
      return parseTransaction({
        ...rest,
        amount: typeof amount === "number" ? Math.round(amount * 100) / 100 : amount,
      });
    },
    "takes a currency of three letters for one of two decimals": (input) => {
      const { amount, ...rest } = Object(input);
      const [units, fraction = ""] = String(amount).split(".");
      return parseTransaction({
        ...rest,
        amount: typeof amount === "string" ? `${units}.${fraction.slice(0, 2)}` : amount,
      });
    },
  },
});

describeCase({
  name: "a register's null is no value",
  propertyOf: (parse: Parser) =>
    fc.property(arbitraries.vasp(), (record) => {
      const told = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
      expect(parse(record)).toEqual({ ok: true, value: told });
    }),
  right: (input) => parseVasp(input),
  wrong: {
    "writes null as text": (input) =>
      parseVasp(Object.fromEntries(Object.entries(Object(input)).map(([name, value]) => [name, value ?? "null"]))),
    "keeps null": (input) => ({ ok: true, value: input }),
  },
});

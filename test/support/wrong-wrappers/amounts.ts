/** Wrappers that read amounts and codes in a way of their own. */
import { parseTransaction } from "../../../src/domain/thresholds/parse.js";
import { unwrap } from "../../../src/index.js";
import { asking, lenient, rightWrapper, type WrongWrapper } from "./right.js";

export const wrongAmounts: readonly WrongWrapper[] = [
  {
    fault: "it reads texts as numbers",
    breaks: ["texts"],
    make: asking(({ amount }) => ({ amount: Number(amount) })),
  },
  {
    fault: "it rounds to cents",
    breaks: ["numbers", "texts", "extreme"],
    make: asking(({ amount }) => ({ amount: Number(amount).toFixed(2) })),
  },
  {
    fault: "it cuts after cents",
    breaks: ["numbers", "texts", "extreme"],
    make: asking(({ amount }) => ({ amount: Math.floor(Number(amount) * 100) / 100 })),
  },
  {
    fault: "it writes numbers with 15 digits",
    breaks: ["numbers", "extreme"],
    make: asking(({ amount }) => ({ amount: typeof amount === "number" ? Number(amount.toPrecision(15)) : amount })),
  },
  {
    fault: "it counts in 32 bits",
    breaks: ["extreme"],
    make: asking(({ amount }) => ({ amount: Number(amount) < 2 ** 31 ? amount : Math.abs(Number(amount) | 0) })),
  },
  {
    fault: "it writes great and small numbers as JavaScript does",
    breaks: ["extreme"],
    make: asking(({ amount }) => ({ amount: String(amount) })),
  },
  {
    fault: "it takes nothing for too little to ask about",
    breaks: ["ordinary", "extreme", "together"],
    make: () => async (transaction) => {
      const parsed = unwrap(parseTransaction(transaction));
      if (Number(parsed.amount) === 0) throw new Error("There is no amount.");
      return rightWrapper(parsed);
    },
  },
  {
    fault: "it takes whatever comes for a number",
    breaks: ["texts", "invalid"],
    make: lenient(({ amount }) => ({ amount: Number(amount) || 0 })),
  },
  {
    fault: "it takes the amount of a debit without its sign",
    breaks: ["invalid"],
    make: lenient(({ amount }) => ({ amount: typeof amount === "number" ? Math.abs(amount) : amount })),
  },
  {
    fault: "it takes white space away",
    breaks: ["invalid"],
    make: lenient(({ amount, currency, country }) => ({
      amount: typeof amount === "string" ? amount.trim() : amount,
      currency: String(currency).trim(),
      country: String(country).trim(),
    })),
  },
  {
    fault: "it cuts texts that are too long",
    breaks: ["invalid"],
    make: lenient(({ amount }) => ({
      amount: typeof amount === "string" ? amount.slice(0, amount.includes(".") ? 101 : 100) : amount,
    })),
  },
  {
    fault: "it writes codes in upper case",
    breaks: ["invalid"],
    make: lenient(({ currency }) => ({ currency: String(currency).toUpperCase() })),
  },
];

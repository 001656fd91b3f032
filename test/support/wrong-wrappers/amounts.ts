/** Wrappers that read amounts and codes differently. */
import { asking, lenient, parsedTransaction, rightWrapper, type WrongWrapper } from "./right.js";

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
    fault: "it truncates to cents",
    breaks: ["numbers", "texts", "extreme"],
    make: asking(({ amount }) => ({ amount: Math.floor(Number(amount) * 100) / 100 })),
  },
  {
    fault: "it writes numbers with 15 digits",
    breaks: ["numbers", "extreme"],
    make: asking(({ amount }) => ({ amount: typeof amount === "number" ? Number(amount.toPrecision(15)) : amount })),
  },
  {
    fault: "it counts in 32-bit integers",
    breaks: ["extreme"],
    make: asking(({ amount }) => ({ amount: Number(amount) < 2 ** 31 ? amount : Math.abs(Number(amount) | 0) })),
  },
  {
    fault: "it writes numbers with exponents",
    breaks: ["extreme"],
    make: asking(({ amount }) => ({ amount: String(amount) })),
  },
  {
    fault: "it refuses amounts of 0",
    breaks: ["ordinary", "extreme", "together"],
    make: () => async (transaction) => {
      const parsed = parsedTransaction(transaction);
      if (Number(parsed.amount) === 0) throw new Error("There is no amount.");
      return rightWrapper(parsed);
    },
  },
  {
    fault: "it reads any input as a number",
    breaks: ["texts", "invalid"],
    make: lenient(({ amount }) => ({ amount: Number(amount) || 0 })),
  },
  {
    fault: "it drops the sign",
    breaks: ["invalid"],
    make: lenient(({ amount }) => ({ amount: typeof amount === "number" ? Math.abs(amount) : amount })),
  },
  {
    fault: "it trims white space",
    breaks: ["invalid"],
    make: lenient(({ amount, currency, country }) => ({
      amount: typeof amount === "string" ? amount.trim() : amount,
      currency: String(currency).trim(),
      country: String(country).trim(),
    })),
  },
  {
    fault: "it truncates long texts",
    breaks: ["invalid"],
    make: lenient(({ amount }) => ({
      amount: typeof amount === "string" ? amount.slice(0, amount.includes(".") ? 101 : 100) : amount,
    })),
  },
  {
    fault: "it converts codes to upper case",
    breaks: ["invalid"],
    make: lenient(({ currency }) => ({ currency: String(currency).toUpperCase() })),
  },
];

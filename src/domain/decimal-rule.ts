/** The rule that a text property is decimal text. */
import { isDecimalText } from "./decimal-text.js";
import { formatRule } from "./input/rules.js";
import type { FormatRule } from "./input/types.js";

/** Common ways to write a decimal that is not decimal text, and how to write it. None repeats the text. */
const hints: readonly { readonly form: RegExp; readonly hint: string }[] = [
  { form: /^0\d+(?:\.\d*)?$/, hint: "must not begin with a 0 before other digits: 100.50, not 0100.50." },
  { form: /^\.\d+$/, hint: "needs a digit before the point: 0.5, not .5." },
  { form: /^\d+\.$/, hint: "needs a digit after the point, or no point: write 3000.00 or 3000." },
  { form: /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/, hint: "must not have separators: 3000.00, not 3,000.00." },
];

/**
 * Returns a rule that a property, if it is a text, is decimal text. Common mistakes have a message of their own.
 *
 * @param message - for all other texts
 */
export function decimalRule(property: string, clause: string, message: string): FormatRule {
  const code = "amount_malformed";
  return {
    ...formatRule(property, code, clause, isDecimalText, message, true),
    describe: (text: unknown) => {
      // The cast: nothing else violates the rule.
      const found = hints.find(({ form }) => form.test(text as string));
      return found && { code, message: `${property} ${found.hint}` };
    },
  };
}

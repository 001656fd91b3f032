/** Which texts of a source are rates. */
import { isDecimalText } from "../../domain/decimal.js";

/** Whether the text is a positive decimal. What is not (`N/A`, `0`) makes a rate that is missing, never one that is 0. */
export function isUsableRate(text: string): boolean {
  return isDecimalText(text) && /[1-9]/.test(text);
}

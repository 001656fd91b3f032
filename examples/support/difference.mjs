// @ts-check
/** Compares two texts line by line. */

/**
 * Returns the lines that differ, `-` expected and `+` printed, each group after its line number. Equal texts have none.
 *
 * @param {readonly string[]} expected
 * @param {readonly string[]} printed
 * @returns {string[]}
 */
export function differenceOf(expected, printed) {
  const common = commonLengths(expected, printed);
  /** @type {string[]} */
  const shown = [];
  let [left, right] = [0, 0];
  let isInside = false;
  while (left < expected.length || right < printed.length) {
    if (left < expected.length && right < printed.length && expected[left] === printed[right]) {
      [left, right, isInside] = [left + 1, right + 1, false];
      continue;
    }
    if (!isInside) shown.push(`line ${left + 1}:`);
    isInside = true;
    const isMissing = (common[left + 1]?.[right] ?? -1) >= (common[left]?.[right + 1] ?? -1);
    if (isMissing && left < expected.length) shown.push(`- ${expected[left++]}`);
    else shown.push(`+ ${printed[right++]}`);
  }
  return shown;
}

/**
 * Returns at `[i][j]` the length of the longest common subsequence of the lines from i and from j on.
 *
 * @param {readonly string[]} a
 * @param {readonly string[]} b
 * @returns {number[][]}
 */
function commonLengths(a, b) {
  /** @type {number[][]} */
  const lengths = [];
  for (let i = a.length; i >= 0; i -= 1) {
    const below = lengths[i + 1] ?? [];
    /** @type {number[]} */
    const row = [];
    for (let j = b.length; j >= 0; j -= 1) {
      const isCommon = i < a.length && a[i] === b[j];
      row[j] = isCommon ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
    lengths[i] = row;
  }
  return lengths;
}

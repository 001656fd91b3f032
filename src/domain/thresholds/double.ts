/** The neighbours of a double. Doubles of one sign are ordered as their bits are, read as a whole number (IEEE 754). */

/** The next greater double of one that is 0 or more. */
export function nextUp(double: number): number {
  return stepped(double, 1n);
}

/** The next smaller double of one that is above 0; that of Infinity is the greatest finite double. */
export function nextDown(double: number): number {
  return stepped(double, -1n);
}

function stepped(double: number, step: bigint): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  view.setBigUint64(0, view.getBigUint64(0) + step);
  return view.getFloat64(0);
}

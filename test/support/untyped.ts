/** Input as callers without types pass it: the compiler does not check it against the operation. */
export function untyped(input: unknown): unknown {
  return input;
}

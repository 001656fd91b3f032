/** Support for `await using`. */

/**
 * The method that `await using` calls. Where the compiler has no `Symbol.asyncDispose`, the type is empty, so that the
 * declarations compile without the library `esnext.disposable`.
 */
export type AsyncDisposal = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { readonly [key in Key]: () => Promise<void> }
  : object;

/**
 * Adds `[Symbol.asyncDispose]`, which calls `close`. The runtime may lack the symbol, as Node before 20.4 does; then
 * nothing is added.
 *
 * @param value - the object to extend
 * @returns `value` itself.
 */
export function withAsyncDispose<T extends { close(): Promise<void> }>(value: T): T & AsyncDisposal {
  const key: symbol | undefined = Reflect.get(Symbol, "asyncDispose");
  if (key !== undefined) Reflect.set(value, key, () => value.close());
  // The cast: the symbol exists for the compiler only where its library declares it.
  return value as T & AsyncDisposal;
}

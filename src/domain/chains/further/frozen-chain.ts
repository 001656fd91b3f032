import type { ChainModule } from "../chain.js";

/** Freezes a module. A changed one could accept any text as an address, in the whole process. */
export function frozenChain<Name extends string>(module: ChainModule<Name>): ChainModule<Name> {
  Object.freeze(module.formats);
  return Object.freeze(module);
}

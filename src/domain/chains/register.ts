/** Checks the option `chains` of `createCompliance`. */
import { configurationInvalid } from "../options.js";
import { own } from "../own.js";
import type { ChainModule, ChainTag, RegisteredChains } from "./chain.js";
import { fixedPoint, isChainModule } from "./module.js";
import { isChain, chains as specified } from "./registry.js";

/**
 * Registers chains by name. A module that is not of this library is copied, so that a later change of it has no effect.
 *
 * @throws ComplianceError `configuration_invalid` for something else than modules, and for two of one name.
 */
export function registerChains(given: readonly ChainModule[]): RegisteredChains {
  if (!Array.isArray(given) || given.length === 0) {
    throw configurationInvalid("chains must be a list of chain modules, for example [...defaultChains, tron].");
  }
  const registered = new Map<string, ChainModule>();
  for (const [index, module] of given.entries()) {
    if (!isChainModule(module)) throw moduleInvalid(index, "name and parse");
    const { name } = module;
    const isOther = isChain(name) && specified[name] !== module;
    if (isOther || registered.has(name)) {
      throw configurationInvalid(`chains has two modules with the name ${name}. Rename your own, or remove one.`);
    }
    registered.set(name, isChain(name) ? module : copyOf(module, index));
  }
  return registered;
}

const TEXT = /^[!-~](?:[ -~]{0,62}[!-~])?$/;
const SYMBOL = /^[A-Za-z0-9]{1,20}$/;
/** Coin types of SLIP-44 have 31 bits. */
const MAX_COIN_TYPE = 2 ** 31 - 1;
/** More than any chain has. NEAR has 24. */
const MAX_DECIMALS = 38;

function copyOf(module: ChainModule, index: number): ChainModule {
  const { name, symbol, decimals, coinType, formats, parse } = module;
  const [checksum, tag] = [own(module, "checksum"), own(module, "tag")];
  const checks = {
    symbol: isText(symbol) && SYMBOL.test(symbol),
    decimals: isInteger(decimals, MAX_DECIMALS),
    coinType: isInteger(coinType, MAX_COIN_TYPE),
    formats: Array.isArray(formats) && formats.length > 0 && formats.every(isText),
    checksum: checksum === undefined || isText(checksum),
    tag: tag === undefined || isTag(tag),
  };
  const wrong = Object.entries(checks).find(([, isValid]) => !isValid);
  if (wrong !== undefined) throw moduleInvalid(index, wrong[0]);
  return Object.freeze({
    name,
    symbol,
    decimals,
    coinType,
    formats: Object.freeze([...formats]),
    ...(checksum !== undefined && { checksum }),
    ...(tag !== undefined && { tag: Object.freeze({ ...tag }) }),
    // As a method, because a module may be the instance of a class.
    parse: fixedPoint((text) => Reflect.apply(parse, module, [text])),
  });
}

function isTag(tag: ChainTag): boolean {
  const [kind, name] = [own(tag, "kind"), own(tag, "name")];
  if (!isText(name)) return false;
  if (kind === "integer") return [32, 64].includes(Number(Reflect.get(tag, "bits")));
  if (kind === "hex") return isInteger(own(tag, "digits"), 1_000) && own(tag, "digits") !== 0;
  const maxBytes: unknown = Object.hasOwn(tag, "maxBytes") ? Reflect.get(tag, "maxBytes") : undefined;
  return kind === "text" && (maxBytes === undefined || (isInteger(maxBytes, 1_000) && maxBytes !== 0));
}

function isText(value: unknown): value is string {
  return typeof value === "string" && TEXT.test(value);
}

function isInteger(value: unknown, max: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max;
}

function moduleInvalid(index: number, property: string): Error {
  return configurationInvalid(
    `chains[${index}] is no chain module: correct its ${property}. A module has name, symbol, decimals, coinType, formats and parse.`,
  );
}

/** Checks the option `chains` of `createCompliance` and of parse functions. */
import { type ComplianceError, ignoreRejection, readSafely } from "../compliance-error.js";
import { configurationInvalid } from "../options.js";
import { own } from "../own.js";
import type { Chain, ChainModule, ChainTag, RecoveryPhraseTest, RegisteredChains } from "./chain.js";
import { checkMessages, fixedPoint, isChainModule } from "./module.js";
import { isChain, chains as specified, specifiedChains } from "./registry.js";

/** Options about chains. */
export interface ChainOptions<C extends string = Chain> {
  /**
   * The chains of addresses and transfers: modules of `vaspkit/chains`, or your own. The type of `chain` follows from them.
   *
   * @default the fourteen chains of the specification: `defaultChains` of `vaspkit/chains`
   * @example
   * createCompliance({ storage: memoryStorage(), chains: [...defaultChains, tron, bsc] });
   */
  readonly chains?: readonly ChainModule<C>[] | undefined;
  /**
   * Finds recovery phrases in addresses, memos and signatures, besides those that their form shows. `isRecoveryPhrase` of
   * `vaspkit/recovery-phrases` has the word lists of ten languages.
   *
   * @default English phrases by their form, and those of Monero by their checksum
   */
  readonly isRecoveryPhrase?: RecoveryPhraseTest | undefined;
}

/**
 * Returns the chains of options; undefined: those of §4.1.
 *
 * @throws ComplianceError `configuration_invalid`
 */
export function chainsOf(options: ChainOptions<string>): RegisteredChains | undefined {
  const [chains, isRecoveryPhrase] = [own(options, "chains"), own(options, "isRecoveryPhrase")];
  const registered = chains === undefined ? undefined : registerChains(chains);
  return isRecoveryPhrase === undefined ? registered : withPhraseTest(isRecoveryPhrase, registered);
}

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

/**
 * Adds a test of recovery phrases to chains.
 *
 * @throws ComplianceError `configuration_invalid` for something else than a function. The test throws it if the function
 *   throws, or returns something else than true or false.
 */
export function withPhraseTest(
  isRecoveryPhrase: RecoveryPhraseTest,
  registered: RegisteredChains = specifiedChains,
): RegisteredChains {
  if (typeof isRecoveryPhrase !== "function") throw phraseTestInvalid();
  const test: RecoveryPhraseTest = (text) => {
    // What it throws is dropped, because it may contain the phrase.
    const answer: unknown = readSafely(() => isRecoveryPhrase(text), phraseTestInvalid);
    if (typeof answer === "boolean") return answer;
    ignoreRejection(answer);
    throw phraseTestInvalid();
  };
  const modules = [...registered.values()].map((module) => [module.name, module] as const);
  return Object.assign(new Map(modules), { isRecoveryPhrase: test });
}

function phraseTestInvalid(): ComplianceError {
  return configurationInvalid(
    "isRecoveryPhrase must be a function that returns true or false, for example that of vaspkit/recovery-phrases.",
  );
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
  // As a method, because a module may be the instance of a class.
  const parseText: ChainModule["parse"] = (text) => Reflect.apply(parse, module, [text]);
  checkMessages(module, parseText);
  return Object.freeze({
    name,
    symbol,
    decimals,
    coinType,
    formats: Object.freeze([...formats]),
    ...(checksum !== undefined && { checksum }),
    ...(tag !== undefined && { tag: Object.freeze({ ...tag }) }),
    parse: fixedPoint(parseText),
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

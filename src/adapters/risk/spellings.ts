/** The spellings in which lists may have one address, for services that look a text up as it is. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, createBase58check } from "@scure/base";
import type { ParsedAddress } from "../../domain/chains/chain.js";
import { lookUpForm } from "./subject.js";

/** Every spelling of the destination that may be listed; the first is the usual one. */
export function spellingsOf(parsed: ParsedAddress): readonly string[] {
  const usual = lookUpForm(parsed);
  if (parsed.chain === "litecoin" && usual.startsWith("M")) return [usual, oldP2sh(usual)];
  if (parsed.chain === "bitcoin-cash") return [usual, usual.slice(cashPrefix.length), ...legacyForms(usual)];
  return [usual];
}

const base58check = createBase58check(sha256);

/** Litecoin: `M…` was `3…` before, the version of bitcoin's P2SH. */
function oldP2sh(address: string): string {
  return base58check.encode(Uint8Array.of(p2shVersion, ...base58check.decode(address).subarray(1)));
}

const p2pkhVersion = 0x00;
const p2shVersion = 0x05;

const cashPrefix = "bitcoincash:";
/** 5-bit groups of the checksum behind the payload. */
const cashChecksumLength = 8;
const hashLength = 20;

/** Bitcoin Cash (CashAddr specification): a hash of 20 bytes has the form of bitcoin too, a longer one has not. */
function legacyForms(address: string): readonly string[] {
  const groups = [...address.slice(cashPrefix.length, -cashChecksumLength)].map((each) => charset.indexOf(each));
  const [version = 0, ...hash] = bech32.fromWords(groups);
  if (hash.length !== hashLength) return [];
  return [base58check.encode(Uint8Array.of(version === 0 ? p2pkhVersion : p2shVersion, ...hash))];
}

/** Of bech32, whose checksum CashAddr does not share. */
const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

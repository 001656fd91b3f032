/** Finds the secret keys of the chains in this folder. A checksum or a form of its own proves each of them. */
import { isAddressIssue, privateKeyInDer, secretKeyIssue, withKeyHint } from "../address-issues.js";
import type { AddressIssue, ChainModule } from "../chain.js";
import { bech32Alphabet, decodeBech32 } from "../encodings/bech32.js";
import { frozenChain } from "./frozen-chain.js";

/** Exported keys of Filecoin are the longest. */
const MAX_SECRET = 1000;

/** Sources: AIP-80; Lotus (JSON in hex); Antelope; RFC 7468. */
const forms: readonly (readonly [form: RegExp, secret: string])[] = [
  [/^(?:ed25519|secp256k1)-priv-0x[0-9a-f]{64}$/i, "a private key (AIP-80)"],
  privateKeyInDer,
  [/^7b2254797065223a22[0-9a-f]+$/i, "a private key of Filecoin"],
  [/^PVT_(?:K1|R1|WA)_[1-9A-HJ-NP-Za-km-z]+$/, "a private key of EOS"],
  [/^\s*-----BEGIN [A-Z ]*PRIVATE KEY/, "a private key (PEM)"],
];

/** Bech32 prefixes. Sources: Sui docs; CIP-5; ZIP-32, ZIP-316. */
const prefixes: readonly (readonly [prefix: RegExp, secret: string])[] = [
  [/^suiprivkey$/, "a private key of Sui"],
  [/(?:^|_)(?:x?sk|xprv)$/, "a private key of Cardano"],
  [/^secret-extended-key-/, "a secret key of Zcash"],
  // They spend nothing, but show all payments.
  [/^(?:zxviews|zxviewtestsapling|uview|uivk|uviewtest|uivktest)$/, "a viewing key of Zcash"],
];

const BECH32 = /^[a-z0-9_-]{2,40}1[02-9ac-hj-np-z]{6,}$/i;
const limits = { alphabet: bech32Alphabet, minLength: 14, maxLength: MAX_SECRET };

function secretKeyOf(text: string): AddressIssue | undefined {
  if (text.length > MAX_SECRET) return undefined;
  const secret = secretIn(forms, text) ?? secretInBech32(text);
  return secret === undefined ? undefined : secretKeyIssue(secret);
}

function secretInBech32(text: string): string | undefined {
  if (!BECH32.test(text)) return undefined;
  const decoded = decodeBech32(text, limits);
  return isAddressIssue(decoded) ? undefined : secretIn(prefixes, decoded.prefix);
}

function secretIn(table: typeof forms, text: string): string | undefined {
  return table.find(([form]) => form.test(text))?.[1];
}

/** Freezes a module whose `parse` also names secret keys. */
export function furtherChain<Name extends string>(module: ChainModule<Name>): ChainModule<Name> {
  Object.freeze(module.tag);
  return frozenChain({
    ...module,
    parse: (text) => {
      const decoded = module.parse(text);
      return isAddressIssue(decoded) ? (secretKeyOf(text) ?? withKeyHint(decoded, text)) : decoded;
    },
  });
}

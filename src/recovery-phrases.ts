/** `vaspkit/recovery-phrases`: finds recovery phrases in ten languages by the word lists of BIP-39. */
export { isRecoveryPhrase } from "./domain/chains/word-lists.js";

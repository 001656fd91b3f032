/** `vaspkit/providers`: what asks outside services over `fetch`. Nothing of Node. */
export { type EcbRatesOptions, ecbRates } from "./adapters/rates/ecb.js";

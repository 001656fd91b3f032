import { solanaMessages, stellarMessages, verifySignature } from "vaspkit/ownership";

// From SEP-53.
const signed = {
  address: "GBXFXNDLV4LSWA4VB7YIL5GBD7BVNR22SGBTDKMO2SBZZHDXSKZYCP7L",
  text: "Hello, World!",
  signature: "fO5dbYhXUhBMhe6kId/cuVq/AfEnHRHEvsP8vXh03M1uLpi5e46yO2Q8rEBzu3feXQewcQE5GArp88u6ePK6BA==",
};
console.log(verifySignature(stellarMessages, signed));
console.log(verifySignature(stellarMessages, { ...signed, text: "Hello, World!\n" }).reason);
console.log(verifySignature(solanaMessages, signed).reason);

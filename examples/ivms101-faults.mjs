// Which faults of documents does a JSON Schema miss? Each document has exactly one fault.
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { ivms101JsonSchema } from "vaspkit/ivms101";
import { arbitraries } from "vaspkit/testing";

const isValid = new Ajv2020({ strict: false }).compile(ivms101JsonSchema("2023"));

const isAccepted = fc.property(arbitraries.ivms101({ edition: "2023" }), (document) => isValid(document) === true);
console.log("refuses a valid document:", fc.check(isAccepted, { seed: 7 }).failed);

// Documents with the fault "unreadable" throw when they are read.
const { unreadable, ...faults } = arbitraries.invalidIvms101["2023"];
for (const [code, documents] of Object.entries(faults)) {
  const isRefused = fc.property(documents, ({ input }) => !isValid(input));
  if (fc.check(isRefused, { seed: 7 }).failed) console.log("missed:", code);
}

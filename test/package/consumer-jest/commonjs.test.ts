/** Runs in Jest with ts-jest, both in their default mode: the imports become `require` calls. */
import { expect, test } from "@jest/globals";
import { createCompliance, memoryStorage, parseAddress, unwrap } from "vaspkit";
import { jsonFileStorage } from "vaspkit/json-file";
import { ecbRates } from "vaspkit/providers";

test("each entry point loads, and addresses are checked with the bundled packages", async () => {
  const compliance = createCompliance({ storage: memoryStorage() });
  const address = unwrap(parseAddress("bitcoin", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"));
  expect(address.format).toBe("p2pkh");
  expect(typeof jsonFileStorage).toBe("function");
  expect(typeof ecbRates).toBe("function");
  await compliance.close();
});

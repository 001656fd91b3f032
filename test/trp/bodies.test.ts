/** Bodies of other implementations, and what an independent reader finds in ours. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { unwrap } from "../../src/index.js";
import { parseTravelAddress } from "../../src/ivms101.js";
import { DEPOSIT, HOSTS, outgoing, twoSides, withCustomers } from "../support/trp-sides.js";

type Json = Readonly<Record<string, unknown>>;

const { bodies } = JSON.parse(readFileSync(new URL("../support/fixtures/trp-trisa.json", import.meta.url), "utf8")) as {
  readonly bodies: Readonly<Record<string, Json>>;
};

/** The IVMS101 document in a body. */
function documentIn(body: Json): unknown {
  if (Object.hasOwn(body, "originator") && !Object.hasOwn(body, "txid")) return body;
  return body["IVMS101"] ?? body["identity"];
}

const documents = Object.entries(bodies).flatMap(([name, body]) => {
  const document = documentIn(body);
  return document === undefined ? [] : [[name, document] as const];
});

/** Sends an inquiry with a document of another implementation, and returns the state that it leads to. */
async function stateAfter(document: unknown): Promise<string | undefined> {
  const sides = await twoSides();
  await withCustomers(sides);
  const { beneficiary } = sides;
  const { url } = unwrap(parseTravelAddress(unwrap(await beneficiary.trp.travelAddressFor("B-1"))));
  const callback = `https://${HOSTS.originator}/trp/r/unknown`;
  const body = { asset: { slip0044: "BTC" }, amount: 0.001, callback, IVMS101: document };
  const headers = {
    "content-type": "application/json",
    "api-version": "3.2.1",
    "request-identifier": crypto.randomUUID(),
    "x-client": "originator",
  };
  const answer = await beneficiary.trp.handler(
    new Request(url, { method: "POST", headers, body: JSON.stringify(body) }),
  );
  expect(answer.status).toBe(200);
  const page = await beneficiary.storage.exchanges.list({ vasp_id: "V-O", from: "2000", size: 5 });
  expect(page?.items[0]?.inquiries[0]?.body).toMatchObject({ IVMS101: document });
  return page?.items[0]?.state;
}

describe("a document of another implementation", () => {
  it("is in several bodies", () => {
    expect(documents.length).toBeGreaterThan(3);
  });

  // The name of the beneficiary is another one than that of the account, so an officer decides.
  it.each(documents)("of %s is recorded, and decided or answered with repair", async (_, document) => {
    expect(["review", "repair"]).toContain(await stateAfter(document));
  });

  it.each([
    ["C3", { country: "ZZ" }],
    ["C8", { addressLine: [] }],
  ])("that violates %s is recorded, and answered with repair", async (_, wrong) => {
    const address = { addressType: "GEOG", addressLine: ["1 Kai"], townName: "Bern", country: "CH", ...wrong };
    const name = { nameIdentifier: [{ primaryIdentifier: "Wu", nameIdentifierType: "LEGL" }] };
    const originator = { originatorPersons: [{ naturalPerson: { name, geographicAddress: [address] } }] };
    const beneficiary = { beneficiaryPersons: [{ naturalPerson: { name } }] };
    expect(await stateAfter({ originator, beneficiary })).toBe("repair");
  });
});

it("an inquiry has, for an independent reader, what the transfer says and the 2020 edition names", async () => {
  const sides = await twoSides();
  await withCustomers(sides);
  const { originator, beneficiary } = sides;
  unwrap(await originator.compliance.transfers.decide(outgoing("W-1")));
  unwrap(await originator.trp.send("W-1", unwrap(await beneficiary.trp.travelAddressFor("B-1"))));
  const exchange = await originator.compliance.exchanges.retrieve("W-1");
  // Written by hand after the facts of TRP and IVMS101, without a codec of this library.
  const vasp = (legalPersonName: string) => ({
    legalPerson: { name: { nameIdentifier: [{ legalPersonName, legalPersonNameIdentifierType: "LEGL" }] } },
  });
  expect(JSON.parse(JSON.stringify(exchange?.outgoing?.body))).toEqual({
    asset: { dti: "4H95J0R2X" },
    amount: 0.001,
    callback: expect.stringMatching(/^https:\/\/trp\.origin\.example\/trp\/r\/[\w-]{80,}$/),
    IVMS101: {
      originator: {
        originatorPersons: [
          {
            naturalPerson: {
              name: {
                nameIdentifier: [
                  { primaryIdentifier: "Example-Mueller", secondaryIdentifier: "Zoe", nameIdentifierType: "LEGL" },
                ],
                localNameIdentifier: [
                  { primaryIdentifier: "Example-Müller", secondaryIdentifier: "Zoë", nameIdentifierType: "LEGL" },
                ],
              },
              geographicAddress: [
                { addressType: "HOME", addressLine: ["1 Main Street"], townName: "Springfield", country: "US" },
              ],
              customerIdentification: "C-7",
            },
          },
        ],
        accountNumber: ["1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
      },
      beneficiary: {
        beneficiaryPersons: [
          {
            naturalPerson: {
              name: {
                nameIdentifier: [
                  { primaryIdentifier: "Petrov", secondaryIdentifier: "Ivan", nameIdentifierType: "LEGL" },
                ],
              },
            },
          },
        ],
        accountNumber: [DEPOSIT],
      },
      originatingVASP: { originatingVASP: vasp("Origin Ltd") },
      beneficiaryVASP: { beneficiaryVASP: vasp("Target Ltd") },
    },
  });
});

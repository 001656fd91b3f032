/** Measures parsing and checking of IVMS101 payloads of 2023, beside the npm package `ivms101` where it is installed. */
import { parseIvms101 } from "vaspkit/ivms101";
import type { Benchmark, Findings, Ratio, Run, Table } from "./kit/benchmark.js";
import { type Contender, inTurns, loopOf, timesAsFast, timingTable, turnsOf } from "./kit/timing.js";

const OURS = "vaspkit";
const PEER = "ivms101 2.0.0";
const COUNT = 200;

/** A payload and the same one with VASPs as the peer spells them. It reads nested ones, as in the standard, as empty. */
interface Item {
  readonly nested: unknown;
  readonly flat: unknown;
}

/** Returns payload n: two persons with local names, accounts and addresses, and two VASPs. Through JSON, as it arrives. */
function itemAt(index: number): Item {
  const person = (primaryIdentifier: string, more: object): object => ({
    naturalPerson: {
      name: {
        nameIdentifier: [
          { primaryIdentifier, secondaryIdentifier: "Bo", naturalPersonNameIdentifierType: "LEGL" },
          { primaryIdentifier: `Alias ${index}`, naturalPersonNameIdentifierType: "ALIA" },
        ],
        localNameIdentifier: [{ primaryIdentifier: "吴", secondaryIdentifier: "信利", nameIdentifierType: "LEGL" }],
      },
      customerIdentification: `C${index}`,
      ...more,
    },
    accountNumber: [`1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN${index}`],
  });
  const address = { streetName: "Potential Street", buildingNumber: String(index), townName: "Walnut", country: "US" };
  const originator = person(`Barnes ${index}`, {
    geographicAddress: [{ addressType: "HOME", ...address, postcode: "91765", countrySubDivision: "California" }],
    nationalIdentification: { nationalIdentifier: `44${index}`, nationalIdentifierType: "CCPT", countryOfIssue: "US" },
    dateAndPlaceOfBirth: { dateOfBirth: "1990-02-25", placeOfBirth: "Graz" },
    countryOfResidence: "US",
  });
  const vasp = (legalPersonName: string): object => ({
    legalPerson: {
      name: { nameIdentifier: [{ legalPersonName, legalPersonNameIdentifierType: "LEGL" }] },
      geographicAddress: [{ addressType: "GEOG", ...address }],
      nationalIdentification: { nationalIdentifier: "529900T8BM49AURSDO55", nationalIdentifierType: "LEIX" },
    },
  });
  const payload = (originatingVASP: object, beneficiaryVASP: object): unknown =>
    JSON.parse(
      JSON.stringify({
        originator: { originatorPerson: [originator] },
        beneficiary: { beneficiaryPerson: [person(`Smith ${index}`, {})] },
        originatingVASP,
        beneficiaryVASP,
        payloadMetadata: { payloadVersion: "101.2023", transliterationMethod: ["hani"] },
      }),
    );
  const [first, second] = [vasp(`VASP A${index}`), vasp(`VASP B${index}`)];
  return { nested: payload({ originatingVASP: first }, { beneficiaryVASP: second }), flat: payload(first, second) };
}

/** Returns the validator of the package. It is no devDependency, because its package.json has no licence. */
async function peerValidator(): Promise<((input: unknown) => boolean) | undefined> {
  const name: string = "ivms101";
  const loaded: unknown = await import(name).catch(() => undefined);
  const validate: unknown = Reflect.get(Object(loaded), "validate");
  return typeof validate === "function" ? (input) => Boolean(validate(input)) : undefined;
}

async function measure({ scale, progress }: Run): Promise<Findings> {
  const items = Array.from({ length: COUNT }, (_, index) => itemAt(index));
  const validate = await peerValidator();
  const ours: Contender<Item> = { name: OURS, run: loopOf(({ nested }: Item) => parseIvms101(nested).ok) };
  const found = { tables: [] as Table[], ratios: {} as Record<string, Ratio> };
  for (const spelling of ["nested", "flat"] as const) {
    progress(spelling);
    const peers = validate === undefined ? [] : [{ name: PEER, run: loopOf((item: Item) => validate(item[spelling])) }];
    const timings = await inTurns([ours, ...peers], items, turnsOf[scale]);
    const title =
      spelling === "nested"
        ? `Parsing and checking one payload; ${PEER} reads nested VASPs as empty`
        : `Parsing and checking one payload; ${PEER} gets flat VASPs, which it reads`;
    found.tables.push(timingTable(title, "one payload", timings, OURS));
    if (validate === undefined) continue;
    const name = `valid, ${spelling} VASPs for the peer: times as fast as ivms101`;
    // The one reader checks more than the peer: characters, prototypes, the names of both editions.
    const target = spelling === "flat" ? { atLeast: 1, isOpen: true as const } : {};
    found.ratios[name] = { ...timesAsFast(timings, OURS, PEER), ...target };
  }
  const valid = Number(ours.run(items));
  return { ...found, wrong: valid === COUNT ? [] : [`${valid} of ${COUNT} payloads are valid`] };
}

export const benchmark: Benchmark = {
  measures: "Parsing and checking of IVMS101 payloads, beside npm ivms101 where it was installed by hand.",
  packages: [],
  measure,
};

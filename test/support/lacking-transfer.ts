/** Parties of transfers that lack exactly one thing that a pack requires. It reads the packs, not the code under test. */
import fc from "fast-check";
import { type Jurisdiction, type JurisdictionTier, jurisdictions, type PartyField } from "../../src/jurisdictions.js";
import { removedAt } from "../../src/testing/single-fault/document.js";
import { TODAY } from "./days.js";

/** What a transfer has besides its route, and the path of its one issue. */
export interface Lacking {
  readonly lacking: object;
  readonly path: string;
}

const completeParty = {
  account_type: "individual",
  individual: {
    individual_name: { name_type: "LEGL", name_first: "Zoë", name_last: "Müller" },
    date_of_birth: "1984-02-29",
    place_of_birth: "Bern",
  },
  customer_id: "C-1",
  address: { address_type: "HOME", address_line: "Gasse 1", address_city: "Bern", address_country_code: "CH" },
  national_id: { national_id_type: "CCPT", national_id: "X1" },
} as const;

const places: Partial<Readonly<Record<PartyField, string>>> = {
  address: "/address",
  national_id: "/national_id",
  customer_id: "/customer_id",
  date_of_birth: "/individual/date_of_birth",
  place_of_birth: "/individual/place_of_birth",
};

/** Returns whether the tier alone decides about a transfer between two VASPs today, and requires its fields of large ones. */
function isPlain(tier: JurisdictionTier, { tiers }: Jurisdiction): boolean {
  const isNow = (tier.effective_from ?? "") <= TODAY && tier.effective_to === null && tier.status === "in_force";
  const others = tiers.filter((each) => each !== tier && each.scope !== "self_hosted");
  const isKnown = tier.threshold !== null && tier.data_from !== null && tier.effect !== "unknown";
  return isNow && isKnown && tier.confidence !== "weak" && tier.scope !== "self_hosted" && others.length === 0;
}

/** A party with nothing of any alternative. A customer number identifies it, where that is none. */
function withoutAlternatives(groups: readonly (readonly PartyField[])[]): object | undefined {
  if (groups.some((group) => group.length === 1 && group[0] === "customer_id")) return undefined;
  const { account_type, individual, customer_id } = completeParty;
  return { account_type, individual: { individual_name: individual.individual_name }, customer_id };
}

function lackingAt(pack: Jurisdiction, tier: JurisdictionTier): readonly Lacking[] {
  const country = pack.members?.[0] ?? pack.code;
  const complete = {
    amount: "1000000000000",
    currency: tier.currency,
    originator_country: country,
    beneficiary_country: country,
    originator_account: completeParty,
    beneficiary_account: completeParty,
  };
  return (["originator", "beneficiary"] as const).flatMap((side) => {
    const { required, one_of } = tier[side];
    const fields = required.flatMap((field) => places[field] ?? []);
    const missing = fields.map((place) => {
      const path = `/${side}_account${place}`;
      return { path, lacking: removedAt(complete, path) as object };
    });
    const bare = fields.length === 0 && one_of.length > 0 ? withoutAlternatives(one_of) : undefined;
    const unmet = { path: `/${side}_account`, lacking: { ...complete, [`${side}_account`]: bare } };
    return bare === undefined ? missing : [...missing, unmet];
  });
}

/** Every such transfer of every pack. */
export const lackingTransfers: readonly Lacking[] = jurisdictions.flatMap((pack) =>
  pack.tiers.filter((tier) => isPlain(tier, pack)).flatMap((tier) => lackingAt(pack, tier)),
);

export const lackingTransfer: fc.Arbitrary<Lacking> = fc.constantFrom(...lackingTransfers);

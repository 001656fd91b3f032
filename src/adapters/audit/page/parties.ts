/** Both parties of a case side by side, as its newest decision found them. */
import type { Party, PostalAddress } from "../../../domain/accounts/account.js";
import type { AddressHistory } from "../../../domain/addresses/address.js";
import type { CaseFile } from "../../../domain/audit/case.js";
import { PARTY_SIDES, type PartySide } from "../../../domain/jurisdictions/requirements.js";
import { own } from "../../../domain/own.js";
import { newestOf, type TransferVersion } from "../../../domain/transfers/record.js";
import { type Column, type Content, type Html, isolated, tableSection } from "./html.js";
import { headed, mono, yesOrNo } from "./words.js";

interface Row {
  readonly name: string;
  readonly originator: Content;
  readonly beneficiary: Content;
}

/** Returns the table of both parties. */
export function partySection(file: CaseFile): Html {
  const version = newestOf(file.transfer);
  const [originator, beneficiary] = PARTY_SIDES.map((side) => [
    ...fieldsOf(version[`${side}_account`]),
    ...routeOf(version, side, file),
  ]);
  const rows = (originator ?? []).map(([name, content], index): Row => {
    return { name, originator: content, beneficiary: beneficiary?.[index]?.[1] };
  });
  const filled = rows.filter((row) => row.originator !== undefined || row.beneficiary !== undefined);
  return tableSection(`Parties of version ${version.version}`, "", filled, COLUMNS);
}

const COLUMNS: readonly Column<Row>[] = [
  { head: "Field", width: 20, cell: ({ name }) => name },
  { head: "Originator", width: 40, cell: ({ originator }) => originator },
  { head: "Beneficiary", width: 40, cell: ({ beneficiary }) => beneficiary },
];

type Field = readonly [name: string, content: Content];

/** Returns the same fields for every party. */
function fieldsOf(party: Party): readonly Field[] {
  const person = party.account_type === "individual" ? party.individual : undefined;
  const entity = party.account_type === "entity" ? party.entity : undefined;
  const id = own(party, "national_id");
  const names = person ? personNames(person) : entityNames(entity);
  return [
    ["Name", names.map(isolated)],
    ["Type", `${party.account_type}, ${party.account_category}`],
    ["Customer id", own(party, "customer_id")],
    ["Born", joined([person?.date_of_birth, person?.place_of_birth], ", ")],
    [
      "Countries",
      joined([person?.nationality_country, person?.residence_country, entity?.registration_country].map(unique), ", "),
    ],
    ["National id", id && joined([id.national_id_type, id.national_id, ...Object.values(issuerOf(id))], " ")],
    ["Address", addressOf(own(party, "address"))],
    ["E-mail", own(party, "email")],
  ];
}

function unique(text: string | undefined, index: number, all: readonly (string | undefined)[]): string | undefined {
  return all.indexOf(text) === index ? text : undefined;
}

function issuerOf(id: object): Readonly<Record<string, string>> {
  const { national_id_type: _, national_id: _id, ...issuer } = Object(id);
  return issuer;
}

function personNames(person: Extract<Party, { account_type: "individual" }>["individual"]): readonly string[] {
  return [person.individual_name, person.individual_localname].flatMap((name) =>
    name === undefined ? [] : [joined([name.name_first, name.name_middle, name.name_last], " ") ?? ""],
  );
}

function entityNames(entity: Extract<Party, { account_type: "entity" }>["entity"] | undefined): readonly string[] {
  return [entity?.entity_name, entity?.entity_localname].flatMap((name) =>
    name === undefined ? [] : [name.name_legal, ...(name.name_business === undefined ? [] : [name.name_business])],
  );
}

/** The lines of a postal address. */
const ADDRESS_LINES: readonly (readonly (keyof PostalAddress)[])[] = [
  ["address_line"],
  ["address_street_name", "address_street_no", "address_building_name", "address_floor", "address_room"],
  ["address_department", "address_subdepartment", "address_postbox"],
  ["address_postcode", "address_city", "address_city_location", "address_district", "address_region"],
  ["address_country_code"],
];

function addressOf(address: PostalAddress | undefined): Content {
  if (address === undefined) return undefined;
  return ADDRESS_LINES.flatMap(
    (names) =>
      joined(
        names.map((name) => own(address, name)),
        ", ",
      ) ?? [],
  );
}

function joined(parts: readonly (string | undefined)[], separator: string): string | undefined {
  const given = parts.filter((part) => part !== undefined);
  return given.length === 0 ? undefined : given.join(separator);
}

function routeOf({ transfer, known }: TransferVersion, side: PartySide, { vasps }: CaseFile): readonly Field[] {
  const [address, tag] = [own(transfer, `${side}_address`), own(transfer, `${side}_tag`)];
  const vasp_id = transfer[`${side}_vasp_id`];
  const vasp = vasps.find((each) => each.vasp_id === vasp_id);
  return [
    ["Account", own(transfer, `${side}_account_reference_id`)],
    ["Wallet address", address && mono(address)],
    ["Tag", tag],
    ["Self-hosted", yesOrNo(own(transfer, `${side}_address_is_self_hosted`) ?? false)],
    ["Own address", yesOrNo(known[side].is_own)],
    ["Label", labelOf(known[side])],
    ["VASP", [isolated(vasp?.name_legal ?? "not stored"), mono(vasp_id)]],
    ["Country of the VASP", own(transfer, `${side}_country`) ?? vasp?.address_country_code],
  ];
}

/** Returns the label of an address: its VASP, or whether it is self-hosted. */
export function labelOf({ is_self_hosted, vasp_id }: Pick<AddressHistory, "is_self_hosted" | "vasp_id">): Content {
  if (vasp_id !== null) return mono(vasp_id);
  return is_self_hosted === null ? undefined : headed(is_self_hosted ? "self-hosted" : "not self-hosted");
}

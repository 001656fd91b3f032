/** Accounts to time validators with: valid ones, short and complete, and ones with faults planted at known places. */
import type { Account } from "../../src/domain/accounts/account.js";
import { accountAt } from "./storage-records.js";
import type { Level } from "./validate-rules.js";

export interface AccountCorpus {
  readonly name: string;
  readonly accounts: readonly unknown[];
  /** JSON Pointers of each account's faults. */
  readonly faults: readonly (readonly string[])[];
}

const SIZE = 240;

/** What only the rules find, and what their shape shows too. */
interface Fault {
  readonly level: Level;
  readonly path: string;
  /** Stands at the path afterwards; undefined: the member is left out. */
  readonly value: unknown;
}

type Members = Record<string, unknown>;

/** A lone half of a surrogate pair, as JSON may hold it. */
const MALFORMED = "Zo\ud83d";

function faultsOf(type: Account["account_type"]): readonly Fault[] {
  const name = type === "individual" ? "/individual/individual_name" : "/entity/entity_name";
  const last = type === "individual" ? "name_last" : "name_legal";
  return [
    { level: "shape", path: `${name}/${last}`, value: undefined },
    { level: "rules", path: "/address/address_country_code", value: "UK" },
    { level: "shape", path: "/customer_id", value: 4711 },
    { level: "rules", path: "/email", value: "nobody" },
    { level: "shape", path: "/address/address_city_code", value: "75005" },
    { level: "rules", path: "/address/address_street_no", value: "\u200b" },
    { level: "shape", path: "/account_category", value: "client" },
    { level: "rules", path: "/address/address_line", value: "17, Rue des Écoles\n75005 Paris" },
    { level: "shape", path: "/national_id/national_id", value: null },
    { level: "rules", path: "/address/address_street_name", value: undefined },
    { level: "shape", path: `${name}/name_type`, value: "BIRT" },
    { level: "rules", path: "/reference_id", value: MALFORMED },
  ];
}

/** Accounts as an exchange in many countries takes them, through JSON, as they come. */
function accountsOf(make: (index: number) => object, count = SIZE): readonly Members[] {
  return Array.from({ length: count }, (_, index) => JSON.parse(JSON.stringify(make(index))) as Members);
}

/** Numbers of accounts of the type: seven of ten are individuals (see storage-records.ts). */
function numberOf(type: Account["account_type"], index: number): number {
  return type === "individual"
    ? Math.floor(index / 7) * 10 + (index % 7)
    : Math.floor(index / 3) * 10 + 7 + (index % 3);
}

/** No more than a name and a customer id: ten members with those of the objects in it. */
function shortAccount(type: Account["account_type"], index: number): object {
  const { reference_id, account_category, customer_id, ...account } = accountAt(numberOf(type, index));
  const head = { reference_id, account_type: type, account_category, customer_id };
  return account.account_type === "individual"
    ? { ...head, individual: account.individual }
    : { ...head, entity: account.entity };
}

/** Every member of §2.2–2.6. */
function completeAccount(type: Account["account_type"], index: number): object {
  const { created: _, last_modified: __, ...account } = accountAt(numberOf(type, index));
  const { address } = account;
  const complete = {
    ...account,
    email: `contact.${index}@mail.example`,
    address: {
      ...address,
      address_line: `${address?.address_street_no}, ${address?.address_street_name}, ${address?.address_city}`,
      address_building_name: "Maison Curie",
      address_floor: "3",
      address_room: "12",
      address_department: "Direction",
      address_subdepartment: "Conformité",
      address_postbox: "BP 40",
      address_city_location: "Quartier Latin",
      address_region: "Île-de-France",
      address_district: "5e",
    },
  };
  if (complete.account_type === "individual") {
    const { individual } = complete;
    const individual_name = { name_middle: "Anne", ...individual.individual_name };
    const birth = { individual_name, individual_localname: individual_name, residence_country: "SG" };
    const national_id = { national_id_type: "CCPT", national_id: `P${index}`, issue_country: "SG" };
    return { ...complete, individual: { ...individual, ...birth }, national_id };
  }
  const { entity } = complete;
  const national_id = {
    national_id_type: "LEIX",
    national_id: "506700GE1G29325QX363",
    registration_authority: "RA000242",
  };
  return { ...complete, entity: { ...entity, entity_localname: entity.entity_name }, national_id };
}

const types = ["individual", "entity"] as const;

/** Valid accounts of four kinds, and all of them by turns. */
export function validCorpora(): readonly AccountCorpus[] {
  const kinds = types.flatMap((type) => [
    { name: `${type}, short`, accounts: accountsOf((index) => shortAccount(type, index)) },
    { name: `${type}, complete`, accounts: accountsOf((index) => completeAccount(type, index)) },
  ]);
  const mixed = accountsOf((index) => kinds[index % kinds.length]?.accounts[index] ?? {});
  return [{ name: "valid", accounts: mixed }, ...kinds].map((corpus) => ({
    ...corpus,
    faults: corpus.accounts.map(() => []),
  }));
}

/** Complete accounts, individuals and entities by turns, with so many faults each. */
export function faultyCorpus(name: string, level: Level, faultsEach: number): AccountCorpus {
  const faults: (readonly string[])[] = [];
  const accounts = accountsOf((index) => {
    const type = types[index % 2] ?? "individual";
    const possible = faultsOf(type).filter((fault) => level === "rules" || fault.level === "shape");
    const planted = Array.from(
      { length: faultsEach },
      (_, at) => possible[(Math.floor(index / 2) + at) % possible.length],
    );
    const account = JSON.parse(JSON.stringify(completeAccount(type, index))) as Members;
    for (const fault of planted) if (fault !== undefined) plant(account, fault);
    faults.push(planted.map((fault) => fault?.path ?? ""));
    return account;
  });
  return { name, accounts, faults };
}

function plant(account: Members, { path, value }: Fault): void {
  const names = path.split("/").slice(1);
  const last = names.pop() ?? "";
  let parent = account;
  for (const name of names) parent = parent[name] as Members;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
}

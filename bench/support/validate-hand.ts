/** Accounts by hand, without a library: tables of members, checked in place, issues with path and message. */
import {
  addressTexts,
  addressTypes,
  categories,
  entityIdTypes,
  individualIdTypes,
  isAuthorityCode,
  isCountryCode,
  isDay,
  isEmailAddress,
  isLeiCode,
  isSoundText,
  type Level,
  messages,
} from "./validate-rules.js";
import type { Validator } from "./validate-validator.js";

interface Issue {
  readonly path: string;
  readonly message: string;
}

interface Found {
  readonly issues: Issue[];
  /** With so many issues nothing more is looked at. */
  readonly most: number;
}

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown, found: Found) => void;
/** A check of what stands at a path: known when the check is made, so that no path is put together when it runs. */
type At = (path: string) => Check;
type Together = (members: Fields, found: Found) => void;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(isRight: (text: string) => boolean, message: string): At {
  return (path) => (value, found) => {
    if (typeof value !== "string") found.issues.push({ path, message: "must be text" });
    else if (!isRight(value)) found.issues.push({ path, message });
  };
}

function oneOf(...codes: readonly string[]): At {
  const known = new Set<unknown>(codes);
  const message = `must be one of ${codes.join(", ")}`;
  return (path) => (value, found) => {
    if (!known.has(value)) found.issues.push({ path, message });
  };
}

/** An object that has the required members, and no others than these and the optional ones. */
function fields(
  required: Readonly<Record<string, At>>,
  optional: Readonly<Record<string, At>>,
  together?: Together,
): At {
  return (path) => {
    const known = Object.entries({ ...required, ...optional });
    const checks = new Map(known.map(([name, at]) => [name, at(`${path}/${name}`)]));
    const needed = Object.keys(required);
    return (value, found) => {
      if (!isFields(value)) {
        found.issues.push({ path, message: "must be an object" });
        return;
      }
      findMissing(value, needed, path, found);
      checkMembers(value, checks, path, found);
      if (found.issues.length < found.most) together?.(value, found);
    };
  };
}

function findMissing(value: Fields, needed: readonly string[], path: string, { issues }: Found): void {
  for (const name of needed) {
    if (value[name] === undefined) issues.push({ path: `${path}/${name}`, message: "is missing" });
  }
}

function checkMembers(value: Fields, checks: ReadonlyMap<string, Check>, path: string, found: Found): void {
  for (const name of Object.keys(value)) {
    if (found.issues.length >= found.most) return;
    const check = checks.get(name);
    const member = value[name];
    if (check === undefined) found.issues.push({ path: `${path}/${name}`, message: "is unknown" });
    else if (member !== undefined) check(member, found);
  }
}

const located: Together = (
  { address_line, address_street_name, address_street_no, address_building_name },
  { issues },
) => {
  const isInBuilding = address_street_no !== undefined || address_building_name !== undefined;
  if (address_line === undefined && !isInBuilding) issues.push({ path: "/address", message: messages.located });
  if (isInBuilding && address_street_name === undefined) {
    issues.push({ path: "/address/address_street_name", message: messages.street });
  }
};

const registered: Together = ({ national_id_type, national_id, registration_authority }, { issues }) => {
  const path = "/national_id/national_id";
  if (national_id_type !== "LEIX") {
    if (registration_authority === undefined)
      issues.push({ path: "/national_id/registration_authority", message: "is missing" });
  } else if (typeof national_id === "string" && !isLeiCode(national_id)) issues.push({ path, message: messages.lei });
};

function isIdentified({ customer_id, address, national_id }: Fields): boolean {
  return customer_id !== undefined || address !== undefined || national_id !== undefined;
}

const entityIdentified: Together = (account, { issues }) => {
  if (!isIdentified(account)) issues.push({ path: "", message: messages.identified });
};

const individualIdentified: Together = (account, { issues }) => {
  const { individual } = account;
  if (isIdentified(account) || !isFields(individual)) return;
  const { date_of_birth, place_of_birth } = individual;
  if (date_of_birth === undefined || place_of_birth === undefined)
    issues.push({ path: "", message: messages.identified });
};

function checkFor(level: Level): Check {
  const ruled = level === "rules";
  const any = textOf(() => true, "");
  const text = ruled ? textOf(isSoundText, messages.text) : any;
  const country = ruled ? textOf(isCountryCode, messages.country) : any;
  const authority = ruled ? textOf(isAuthorityCode, messages.authority) : any;
  const legal = oneOf("LEGL");
  const person = fields({ name_type: legal, name_last: text }, { name_first: text, name_middle: text });
  const company = fields({ name_type: legal, name_legal: text }, { name_business: text });
  const common = {
    account_category: oneOf(...categories),
    customer_id: text,
    email: ruled ? textOf((value) => isSoundText(value) && isEmailAddress(value), messages.email) : any,
    address: fields(
      { address_type: oneOf(...addressTypes), address_city: text, address_country_code: country },
      Object.fromEntries(addressTexts.map((name) => [name, text])),
      ruled ? located : undefined,
    ),
  };
  const individual = fields(
    { individual_name: person },
    {
      individual_localname: person,
      date_of_birth: ruled ? textOf(isDay, messages.date) : any,
      place_of_birth: text,
      nationality_country: country,
      residence_country: country,
    },
  );
  const entity = fields({ entity_name: company }, { entity_localname: company, registration_country: country });
  const individualId = fields(
    { national_id_type: oneOf(...individualIdTypes), national_id: text },
    { issue_country: country },
  );
  const entityId = fields(
    { national_id_type: oneOf(...entityIdTypes), national_id: text },
    { registration_authority: authority },
    ruled ? registered : undefined,
  );
  const accountOf = (type: string, described: At, national_id: At, identified: Together): Check =>
    fields(
      { reference_id: text, account_type: oneOf(type), [type]: described },
      { ...common, national_id },
      ruled ? identified : undefined,
    )("");
  const checkIndividual = accountOf("individual", individual, individualId, individualIdentified);
  const checkEntity = accountOf("entity", entity, entityId, entityIdentified);
  const checkType = oneOf("individual", "entity")("/account_type");
  return (value, found) => {
    if (!isFields(value)) found.issues.push({ path: "", message: "must be an object" });
    else if (value["account_type"] === "individual") checkIndividual(value, found);
    else if (value["account_type"] === "entity") checkEntity(value, found);
    else checkType(value["account_type"], found);
  };
}

export function handValidator(level: Level, finds: Validator["finds"]): Validator {
  const check = checkFor(level);
  const most = finds === "all" ? Number.POSITIVE_INFINITY : 1;
  const issuesOf = (input: unknown): readonly Issue[] => {
    const issues: Issue[] = [];
    check(input, { issues, most });
    return issues;
  };
  return {
    name: "by hand",
    level,
    finds,
    gives: "a verdict",
    accepts: (input) => issuesOf(input).length === 0,
    pathsOf: (input) => issuesOf(input).map(({ path }) => path),
  };
}

/** Realistic accounts with names in many scripts, from a fixed seed. */
import type { Faker } from "@faker-js/faker";
import { faker as arabic } from "@faker-js/faker/locale/ar";
import { faker as german } from "@faker-js/faker/locale/de";
import { faker as greek } from "@faker-js/faker/locale/el";
import { faker as english } from "@faker-js/faker/locale/en";
import { faker as japanese } from "@faker-js/faker/locale/ja";
import { faker as korean } from "@faker-js/faker/locale/ko";
import { faker as polish } from "@faker-js/faker/locale/pl";
import { faker as russian } from "@faker-js/faker/locale/ru";
import { faker as turkish } from "@faker-js/faker/locale/tr";
import { faker as vietnamese } from "@faker-js/faker/locale/vi";
import { faker as chinese } from "@faker-js/faker/locale/zh_CN";
import type { Account } from "../../src/domain/accounts/account.js";
import { entity, individual } from "./storage-records.js";

const speakers: readonly Faker[] = [
  english,
  german,
  polish,
  turkish,
  vietnamese,
  greek,
  russian,
  arabic,
  japanese,
  korean,
  chinese,
];

/**
 * Returns realistic accounts: every third an entity, every fourth with a local name, all with an e-mail address, a postal
 * address and a national id. Each has about 600 bytes of JSON.
 */
export function* directory(count: number): Generator<Account> {
  for (const [index, speaker] of speakers.entries()) speaker.seed(20_260_203 + index);
  for (let index = 0; index < count; index += 1) yield account(index, speakers[index % speakers.length] ?? english);
}

function account(index: number, speaker: Faker): Account {
  // As random as ids are, so that neighbours in time are none in the index.
  const id = `A-${english.string.alphanumeric(20)}`;
  const more = {
    account_category: index % 5 === 0 ? "non-customer" : "customer",
    email: english.internet.email(),
    address: {
      address_type: index % 3 === 0 ? "BIZZ" : "HOME",
      address_street_name: speaker.location.street(),
      address_street_no: english.location.buildingNumber(),
      address_postcode: english.location.zipCode(),
      address_city: speaker.location.city(),
      address_country_code: english.location.countryCode(),
    },
  };
  if (index % 3 === 0) return entity(id, speaker.company.name(), more);
  const name = { name_type: "LEGL", name_first: speaker.person.firstName(), name_last: speaker.person.lastName() };
  const latin = { name_type: "LEGL", name_first: english.person.firstName(), name_last: english.person.lastName() };
  return individual(id, name, {
    ...more,
    individual: {
      ...(index % 4 === 0 ? { individual_name: latin, individual_localname: name } : { individual_name: name }),
      date_of_birth: english.date.birthdate().toISOString().slice(0, 10),
      residence_country: more.address.address_country_code,
    },
    national_id: { national_id_type: "CCPT", national_id: english.string.alphanumeric(9), issue_country: "SG" },
  });
}

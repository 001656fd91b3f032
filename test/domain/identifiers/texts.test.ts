/** Texts that are a code, a date, an identifier or an amount, and texts that look like one. */
import { describe, expect, it } from "vitest";
import { isDecimalText } from "../../../src/domain/decimal-text.js";
import { isCountry, officialCurrencyOf } from "../../../src/domain/identifiers/country.js";
import { isCurrency, minorUnitsOf } from "../../../src/domain/identifiers/currency.js";
import { isDate } from "../../../src/domain/identifiers/date.js";
import { isEmail } from "../../../src/domain/identifiers/email.js";
import { isLei } from "../../../src/domain/identifiers/lei.js";
import { isRegistrationAuthority } from "../../../src/domain/identifiers/registration-authority.js";

/** Of the words in the first text, all are accepted. Of the others, and of the further texts, none is. */
type Table = readonly [is: (text: string) => boolean, accepted: string, rejected: string, further: readonly string[]];

const names = "constructor __proto__ toString hasOwnProperty";

const tables: Record<string, Table> = {
  "country of ISO 3166-1": [
    isCountry,
    "AD BQ CW GB GR PS SG SS SX TW US ZW",
    // Reserved, withdrawn, user-assigned, of another form, and names of properties.
    `EU UK UN SU AC TA AN YU CS ZR TP XK AA ZZ QM XX sg Sg SGP S 702 SG: ＳＧ ${names}`,
    ["", " SG", "SG ", "SG\n"],
  ],
  "currency of ISO 4217": [
    isCurrency,
    "EUR USD SGD JPY XCG SLE VED ZWG XAU XDR CLF CHW XAG XSU",
    // No currency, withdrawn, not of the standard, and of another form.
    `XTS XXX ANG BGN CUC HRK SLL ZWL DEM VEF BTC ETH CNH GGP eur Eur EU EURO 978 ${names}`,
    ["", " EUR", "EUR ", "EUR\n", "AED AFN"],
  ],
  "calendar date": [
    isDate,
    "2024-06-28 2024-02-29 2000-02-29 0004-02-29 0001-01-01 9999-12-31 1582-10-10",
    // No such day, month or year, and another order.
    `2023-02-29 1900-02-29 2100-02-29 2024-00-10 2024-13-01 2024-01-00 2024-01-32 2024-04-31 2024-02-30 0000-01-01
     0000-02-29 28/06/2024 06/28/2024 28-06-2024 2024/06/28 20240628 2024-180 2024-6-28 24-06-28 2024-06-8 12024-06-28
     +02024-06-28 -2024-06-28 2024-06-28T00:00:00Z 2024-06-282024-06-28 ２０２４-06-28 ٢٠٢٤-06-28 2024–06–28 ${names}`,
    ["", " 2024-06-28", "2024-06-28 ", "2024-06-28\n"],
  ],
  "e-mail address": [
    isEmail,
    'a@b info@example.com o\'neil+tag@mail.example.co.uk 用户@例子.测试 "quoted"@example.com 😀@x',
    `@ a@ @b ab a@b@c a@@b ${names}`,
    ["", "a b@c", " a@b", "a@b ", "a@b\n", "<a @b>"],
  ],
  // Not 00 in positions 5 and 6, the lowest check digits, and check digits 00 and 01, which were issued.
  "LEI of ISO 17442": [
    isLei,
    `506700GE1G29325QX363 529900T8BM49AURSDO55 5493001KJTIIGC8Y1R12 7H6GLXDRUGQFU57RNE97 635400B4JJBON4TCHF02
     724500H1WRSMD7CAS549 31570010000000045200 3157006B6JVZ5DFMSN00 315700G5G24XYL1TXH00 31570010000000048401
     315700WH3YMKHCVYW201`,
    // The first of the register of 2026-06-28; of 506700GE1G29325QX36395 the remainder is 1.
    `69940000HAL9ODW3IMO22 89450036UW3ID72T1M84. 984500457TABOA3BZ224 506700ge1g29325qx363 506700GE1G29325QX36
     506700GE1G29325QX3633 506700GE1G29325QX36395 5067-00GE-1G29-325QX363 506700GE1G29325QX3６3 00000000000000000000
     ${names}`,
    ["", "6367008S3JL8VVP6T689 ", " 506700GE1G29325QX363", "506700GE1G29325QX363\n"],
  ],
  "registration authority of the GLEIF": [
    isRegistrationAuthority,
    "RA000001 RA000014 RA000016 RA000585 RA001193 RA777777 RA888888 RA999999",
    // Retired, not listed, and of another form.
    `RA000015 RA000031 RA000593 RA000912 RA000000 RA001194 RA777778 ra000001 RA1 RA00001 RA0000001 000001 RA00000１
     RA1e0000 ${names}`,
    ["", " RA000001", "RA000001 ", "RA000001\n"],
  ],
  "decimal text": [
    isDecimalText,
    `0 7 10 0.0 1500.00 1.4513 0.000013652638 ${"9".repeat(100)} 0.${"1".repeat(99)}`,
    `-1 +1 1e3 007 .5 5. 1.2.3 1,5 0x10 ١٢ Infinity ${"1".repeat(101)} 1.${"1".repeat(100)} ${names}`,
    ["", " 1", "1\n"],
  ],
};

describe.each(Object.entries(tables))("a %s", (_, [is, accepted, rejected, further]) => {
  it.each(accepted.split(/\s+/))("is %j", (text) => expect(is(text)).toBe(true));

  it.each([...rejected.split(/\s+/), ...further])("is not %j", (text) => {
    expect(is(text)).toBe(false);
    if (is === isCountry) expect(officialCurrencyOf(text)).toBeUndefined();
    if (is === isCurrency) expect(minorUnitsOf(text)).toBeNull();
  });
});

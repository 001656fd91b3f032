/** `vaspkit/ivms101`: payloads of IVMS101 in both editions, travel addresses, and messages of TRP and TRISA. */
export { type ConvertedIvms101, convertIvms101, type Ivms101Document } from "./ivms101/convert.js";
export {
  type FromIvms101Options,
  fromIvms101,
  type Ivms101Parties,
  type Ivms101Vasps,
  type ReadIvms101,
} from "./ivms101/from-ivms101.js";
export type { Ivms101IssueCode } from "./ivms101/issue.js";
export { ivms101JsonSchema } from "./ivms101/json-schema.js";
export type { Transliterate } from "./ivms101/latin-texts.js";
export type { JsonObject, JsonValue } from "./ivms101/message.js";
export type {
  AddressTypeCode,
  DateAndPlaceOfBirth,
  IntermediaryVasp,
  Ivms101Address,
  Ivms101Edition,
  Ivms101Note,
  Ivms101NoteCode,
  Ivms101Payload,
  Ivms101Payload2020,
  Ivms101Payload2023,
  LegalPerson,
  LegalPerson2020,
  LegalPersonName,
  LegalPersonNameId,
  LegalPersonNameTypeCode,
  LocalNaturalPersonNameId,
  NationalIdentification,
  NationalIdentifierTypeCode,
  NaturalPerson,
  NaturalPersonName,
  NaturalPersonNameId2020,
  NaturalPersonNameId2023,
  NaturalPersonNameTypeCode,
  ParsedIvms101,
  ParseIvms101Options,
  Person2020,
  Person2023,
  TransliterationMethodCode,
} from "./ivms101/model.js";
export { parseIvms101 } from "./ivms101/parse.js";
export { isPrivateHost } from "./ivms101/private-host.js";
export type { Ivms101Profile, Ivms101ProfileName } from "./ivms101/profiles/profile.js";
export { ivms101Profiles } from "./ivms101/profiles.js";
export {
  isRepairReason,
  type KnownTravelReason,
  readTravelReason,
  type TravelReason,
  travelReasons,
  writeTravelReason,
} from "./ivms101/reasons.js";
export { type ToIvms101Options, toIvms101, type WrittenIvms101 } from "./ivms101/to-ivms101.js";
export { encodeTravelAddress, parseTravelAddress, type TravelAddress } from "./ivms101/travel-address.js";
export type { TravelIssueCode } from "./ivms101/travel-issue.js";
export { parseTrisaIdentity, type TrisaIdentity, toTrisaIdentity } from "./ivms101/trisa.js";
export { parseTrisaError, type TrisaError, toTrisaError } from "./ivms101/trisa-error.js";
export type { TrisaForm } from "./ivms101/trisa-form.js";
export {
  parseTrisaPending,
  parseTrisaTransaction,
  type TrisaPending,
  type TrisaTransaction,
  toTrisaPending,
  toTrisaTransaction,
} from "./ivms101/trisa-payload.js";
export {
  type ParsedTrpInquiry,
  parseTrpInquiry,
  type TrpAsset,
  type TrpInquiry,
  type TrpInquiryBody,
  type TrpInquiryOptions,
  toTrpInquiry,
} from "./ivms101/trp.js";
export { type TrpProfile, trpProfiles } from "./ivms101/trp-amount.js";
export {
  parseTrpExtensions,
  parseTrpIdentity,
  parseTrpVersion,
  type TrpExtensions,
  type TrpIdentity,
  type TrpVersion,
  toTrpExtensions,
  toTrpIdentity,
  toTrpVersion,
} from "./ivms101/trp-discovery.js";
export {
  parseTrpResponse,
  type TrpResponse,
  type TrpResponseBody,
  type TrpStage,
  toTrpResponse,
} from "./ivms101/trp-response.js";
export { checkPublicUrl } from "./ivms101/url.js";
export type { Ivms101Loss, Ivms101LossCode, Ivms101Omission, WriteIvms101Options } from "./ivms101/write.js";

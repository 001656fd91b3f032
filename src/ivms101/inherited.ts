/** Whether other code gave elements of IVMS101 to all objects. */

const bare = {};

/**
 * Returns whether every object inherits an element, from a polluted `Object.prototype`. The names are written out, because
 * a loop over them takes five times as long.
 */
export function inheritsElements(): boolean {
  return inheritsHigher() || inheritsLower();
}

/** From the payload to the names of persons. */
function inheritsHigher(): boolean {
  return (
    "originator" in bare ||
    "beneficiary" in bare ||
    "originatingVASP" in bare ||
    "beneficiaryVASP" in bare ||
    "transferPath" in bare ||
    "payloadMetadata" in bare ||
    "originatorPerson" in bare ||
    "beneficiaryPerson" in bare ||
    "accountNumber" in bare ||
    "transliterationMethod" in bare ||
    "intermediaryVASP" in bare ||
    "sequence" in bare ||
    "naturalPerson" in bare ||
    "legalPerson" in bare ||
    "name" in bare ||
    "geographicAddress" in bare ||
    "nationalIdentification" in bare ||
    "customerIdentification" in bare ||
    "dateAndPlaceOfBirth" in bare ||
    "countryOfResidence" in bare ||
    "countryOfRegistration" in bare ||
    "nameIdentifier" in bare ||
    "localNameIdentifier" in bare ||
    "phoneticNameIdentifier" in bare
  );
}

/** Elements of names, addresses, births and identifiers. */
function inheritsLower(): boolean {
  return (
    "primaryIdentifier" in bare ||
    "secondaryIdentifier" in bare ||
    "naturalPersonNameIdentifierType" in bare ||
    "nameIdentifierType" in bare ||
    "legalPersonName" in bare ||
    "legalPersonNameIdentifierType" in bare ||
    "addressType" in bare ||
    "department" in bare ||
    "subDepartment" in bare ||
    "streetName" in bare ||
    "buildingNumber" in bare ||
    "buildingName" in bare ||
    "floor" in bare ||
    "postBox" in bare ||
    "room" in bare ||
    "postcode" in bare ||
    "townName" in bare ||
    "townLocationName" in bare ||
    "districtName" in bare ||
    "countrySubDivision" in bare ||
    "addressLine" in bare ||
    "country" in bare ||
    "dateOfBirth" in bare ||
    "placeOfBirth" in bare ||
    "nationalIdentifier" in bare ||
    "nationalIdentifierType" in bare ||
    "countryOfIssue" in bare ||
    "registrationAuthority" in bare
  );
}

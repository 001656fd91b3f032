/** The treasury's SDN_ADVANCED.XML, with parties of a test's choice among what else stands in it. */
import { escaped, exportsUrl, type Party, type WriteFile } from "./party.js";

/** SDN_ADVANCED.XML. Its ids are other ones than the treasury's: what they are must not matter. */
export const advancedXml: WriteFile = (
  parties,
  { date = "2026-11-20", namespace = `${exportsUrl}/ADVANCED_XML` } = {},
) => {
  const [year, month, day] = date.split("-").map(Number);
  const codes = [...new Set(parties.flatMap(({ addresses }) => addresses.map(([code]) => code)))];
  const types = codes.map(
    (code, index) => `<FeatureType ID="${500 + index}">Digital Currency Address - ${escaped(code)}</FeatureType>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" Version="3" xmlns="${namespace}">
  <DateOfIssue CalendarTypeID="1">
    <Year>${year}</Year>
    <Month>${month}</Month>
    <Day>${day}</Day>
  </DateOfIssue>
  <ReferenceValueSets>
    <AliasTypeValues><AliasType ID="1400">A.K.A.</AliasType><AliasType ID="1403">Name</AliasType></AliasTypeValues>
    <FeatureTypeValues>
      <FeatureType ID="8" FeatureTypeGroupID="1">Birthdate</FeatureType>
      ${types.join("\n      ")}
    </FeatureTypeValues>
    <PartySubTypeValues>
      <PartySubType ID="1" PartyTypeID="40">Vessel</PartySubType>
      <PartySubType ID="3" PartyTypeID="20">Unknown</PartySubType>
      <PartySubType ID="4" PartyTypeID="10">Unknown</PartySubType>
    </PartySubTypeValues>
    <PartyTypeValues>
      <PartyType ID="10">Individual</PartyType>
      <PartyType ID="20">Entity</PartyType>
      <PartyType ID="40">Transport</PartyType>
    </PartyTypeValues>
    <SanctionsTypeValues><SanctionsType ID="1">Program</SanctionsType><SanctionsType ID="1705">Block</SanctionsType></SanctionsTypeValues>
  </ReferenceValueSets>
  <Locations />
  <IDRegDocuments />
  <DistinctParties>
${parties.map((party, index) => distinctParty(party, index, codes)).join("")}  </DistinctParties>
  <ProfileRelationships />
  <SanctionsEntries>
${parties.map(sanctionsEntry).join("")}  </SanctionsEntries>
  <SanctionsEntryLinks />
</Sanctions>
`;
};

const subTypes = { Vessel: 1, Entity: 3, Individual: 4 } as const;

function distinctParty(
  { type, name, firstName, aliases = [], addresses }: Party,
  index: number,
  codes: string[],
): string {
  const names = [[name, ...(firstName === undefined ? [] : [firstName])], ...aliases.map((alias) => [alias])];
  const primaryLast = names.map((parts, at) => documentedAlias(parts, at === 0)).reverse();
  const features = addresses.map(
    ([code, address]) => `        <Feature ID="7" FeatureTypeID="${500 + codes.indexOf(code)}">
          <FeatureVersion ID="6" ReliabilityID="1560">
            <Comment />
            <VersionDetail DetailTypeID="1432">${escaped(address)}</VersionDetail>
          </FeatureVersion>
          <IdentityReference IdentityID="${index}" IdentityFeatureLinkTypeID="1" />
        </Feature>
`,
  );
  return `    <DistinctParty FixedRef="${index}">
      <Comment />
      <Profile ID="${index}" PartySubTypeID="${subTypes[type]}">
        <Identity ID="${index}" FixedRef="${index}" Primary="true" False="false">
${primaryLast.join("")}          <NamePartGroups>
            <MasterNamePartGroup><NamePartGroup ID="841" NamePartTypeID="1525" /></MasterNamePartGroup>
          </NamePartGroups>
        </Identity>
        <Feature ID="9" FeatureTypeID="8">
          <FeatureVersion ID="2995" ReliabilityID="1">
            <DatePeriod CalendarTypeID="1"><Start><From><Year>1961</Year><Month>1</Month><Day>1</Day></From></Start></DatePeriod>
            <VersionDetail DetailTypeID="1430" />
          </FeatureVersion>
        </Feature>
${features.join("")}      </Profile>
    </DistinctParty>
`;
}

function documentedAlias(parts: readonly string[], isPrimary: boolean): string {
  const written = parts.map(
    (part) => `
              <DocumentedNamePart>
                <NamePartValue NamePartGroupID="841" ScriptID="215" Acronym="false">${escaped(part)}</NamePartValue>
              </DocumentedNamePart>`,
  );
  return `          <Alias AliasTypeID="${isPrimary ? 1403 : 1400}" Primary="${isPrimary}" LowQuality="false">
            <DocumentedName ID="3" DocNameStatusID="${isPrimary ? 1 : 2}">${written.join("")}
            </DocumentedName>
          </Alias>
`;
}

function sanctionsEntry({ programs = [] }: Party, index: number): string {
  const measures = programs.map(
    (program) => `      <SanctionsMeasure ID="5" SanctionsTypeID="1"><Comment>${program}</Comment></SanctionsMeasure>
`,
  );
  return `    <SanctionsEntry ID="${index}" ProfileID="${index}" ListID="1550">
      <EntryEvent ID="4" EntryEventTypeID="1"><Comment>Executive Order</Comment></EntryEvent>
${measures.join("")}      <SanctionsMeasure ID="6" SanctionsTypeID="1705"><Comment>All property is blocked</Comment></SanctionsMeasure>
    </SanctionsEntry>
`;
}

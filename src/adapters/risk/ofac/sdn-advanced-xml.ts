/** The advanced form of the list, SDN_ADVANCED.XML: tables of reference values, then the parties, then why they are listed. */
import { squeezeText } from "../../../domain/text.js";
import { assetCodeOf, type Listed, type ListForm, listenerOf, type Steps } from "./list-form.js";

/** The name of its root element. */
export const advancedRoot = "Sanctions";

const issued = "/Sanctions/DateOfIssue";
const values = "/Sanctions/ReferenceValueSets";
const profile = "/Sanctions/DistinctParties/DistinctParty/Profile";
const alias = `${profile}/Identity/Alias`;
const feature = `${profile}/Feature`;
const entry = "/Sanctions/SanctionsEntries/SanctionsEntry";

/** What the ids of this file mean. They are looked up by their texts, for ids are given anew when values are added. */
interface ReferenceValues {
  readonly partyTypes: Map<string, string>;
  /** Subtype → type. Most subtypes have no better text than "Unknown". */
  readonly partySubTypes: Map<string, string>;
  readonly featureTypes: Map<string, string>;
  readonly sanctionsTypes: Map<string, string>;
}

/** Programs by the id of a profile, of those with a digital currency address only. */
type Programs = Map<string, string[]>;

/**
 * Elements as in the treasury's ADVANCED_XML.xsd, which follows the sanctions data model of the United Nations: a feature
 * whose type has the text `Digital Currency Address - XBT` has the address as a detail of its version, and a measure whose
 * type has the text `Program` has the program as its comment.
 */
export function sdnAdvancedForm(): ListForm {
  const listed: Listed[] = [];
  const programs: Programs = new Map();
  const reference: ReferenceValues = {
    partyTypes: new Map(),
    partySubTypes: new Map(),
    featureTypes: new Map(),
    sanctionsTypes: new Map(),
  };
  const date = { year: "", month: "", day: "" };
  const dateSteps: Steps = {
    close: {
      [`${issued}/Year`]: (text) => {
        date.year = text;
      },
      [`${issued}/Month`]: (text) => {
        date.month = text.padStart(2, "0");
      },
      [`${issued}/Day`]: (text) => {
        date.day = text.padStart(2, "0");
      },
    },
  };
  return {
    ...listenerOf(
      dateSteps,
      referenceSteps(reference),
      partySteps(reference, listed, programs),
      programSteps(reference, programs),
    ),
    count: () => listed.length,
    reading: () => ({ date: `${date.year}-${date.month}-${date.day}`, listed }),
  };
}

function referenceSteps({ partyTypes, partySubTypes, featureTypes, sanctionsTypes }: ReferenceValues): Steps {
  let id = "";
  const takeId = (attributes: { readonly ID?: string }): void => {
    id = attributes.ID ?? "";
  };
  return {
    open: {
      [`${values}/PartyTypeValues/PartyType`]: takeId,
      [`${values}/PartySubTypeValues/PartySubType`]: ({ ID = "", PartyTypeID = "" }) =>
        void partySubTypes.set(ID, PartyTypeID),
      [`${values}/FeatureTypeValues/FeatureType`]: takeId,
      [`${values}/SanctionsTypeValues/SanctionsType`]: takeId,
    },
    close: {
      [`${values}/PartyTypeValues/PartyType`]: (text) => void partyTypes.set(id, text),
      [`${values}/FeatureTypeValues/FeatureType`]: (text) => void featureTypes.set(id, text),
      [`${values}/SanctionsTypeValues/SanctionsType`]: (text) => void sanctionsTypes.set(id, text),
    },
  };
}

/** The party that is being read. */
interface Party {
  readonly id: string;
  readonly isEntity: boolean;
  /** That of the alias which is the primary one, then all others. */
  readonly names: string[];
  readonly found: Pick<Listed, "code" | "address">[];
}

function partySteps(reference: ReferenceValues, listed: Listed[], programs: Programs): Steps {
  let party: Party = { id: "", isEntity: false, names: [], found: [] };
  let isPrimary = false;
  let parts: string[] = [];
  let code: string | undefined;
  let addresses: string[] = [];

  const takeName = (): void => {
    const name = squeezeText(parts.join(" "));
    // The primary alias comes with its name in Latin script first, and again in other scripts.
    if (isPrimary) party.names.unshift(name);
    else party.names.push(name);
    isPrimary = false;
    parts = [];
  };
  const takeFeature = (): void => {
    if (code === undefined) return;
    const found = addresses.length > 0 ? addresses : [""];
    for (const address of found) party.found.push({ code, address });
  };
  const takeParty = (): void => {
    if (party.found.length === 0) return;
    const [name = "", ...aliases] = party.isEntity ? party.names : [];
    const ofParty = programs.get(party.id) ?? [];
    programs.set(party.id, ofParty);
    for (const each of party.found) listed.push({ ...each, name, aliases, programs: ofParty });
  };

  return {
    open: {
      [profile]: ({ ID = "", PartySubTypeID = "" }) => {
        const type = reference.partyTypes.get(reference.partySubTypes.get(PartySubTypeID) ?? "");
        party = { id: ID, isEntity: type === "Entity", names: [], found: [] };
      },
      [alias]: ({ Primary }) => {
        isPrimary = Primary === "true";
      },
      [feature]: ({ FeatureTypeID = "" }) => {
        const label = reference.featureTypes.get(FeatureTypeID);
        if (label === undefined) throw new SyntaxError("it has a feature of a type that its reference values lack");
        code = assetCodeOf(label);
        addresses = [];
      },
    },
    close: {
      [`${alias}/DocumentedName/DocumentedNamePart/NamePartValue`]: (text) => void parts.push(text),
      [`${alias}/DocumentedName`]: takeName,
      [`${feature}/FeatureVersion/VersionDetail`]: (text) => void addresses.push(text),
      [feature]: takeFeature,
      [profile]: takeParty,
    },
  };
}

function programSteps({ sanctionsTypes }: ReferenceValues, programs: Programs): Steps {
  let ofParty: string[] | undefined;
  let isProgram = false;
  return {
    open: {
      [entry]: ({ ProfileID = "" }) => {
        ofParty = programs.get(ProfileID);
      },
      [`${entry}/SanctionsMeasure`]: ({ SanctionsTypeID = "" }) => {
        isProgram = sanctionsTypes.get(SanctionsTypeID) === "Program";
      },
    },
    close: {
      [`${entry}/SanctionsMeasure/Comment`]: (text) => {
        if (isProgram) ofParty?.push(text);
      },
    },
  };
}

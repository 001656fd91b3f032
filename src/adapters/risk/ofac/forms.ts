/** The treasury's two forms of the sanctions list, SDN.XML and SDN_ADVANCED.XML, read for digital currency addresses. */
import { squeezeText } from "../../../domain/text.js";
import type { XmlAttributes, XmlListener } from "../../transport/xml.js";

/** A digital currency address as the treasury lists it. */
interface Listed {
  /** The treasury's code of the asset: `XBT`. */
  readonly code: string;
  /** As published; "" where the file names the asset and no address. */
  readonly address: string;
  /** The name of an entity; "" for all others. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly programs: readonly string[];
}

/** The content of a complete file. */
interface ListContent {
  /** The day of publication, in the form `YYYY-MM-DD`. Not validated. */
  readonly date: string;
  readonly listed: readonly Listed[];
}

/** A reader of one form. Its functions throw a SyntaxError, which repeats nothing of the file. */
export interface ListForm extends XmlListener {
  readonly source: "SDN.XML" | "SDN_ADVANCED.XML";
  /** Returns the number of addresses so far. */
  count(): number;
  /** Returns the content after the end of the file. */
  content(): ListContent;
}

/** Returns a reader for the form with this root element. */
export function listFormOf(rootPath: string): ListForm {
  if (rootPath === "/sdnList") return sdnForm();
  if (rootPath === "/Sanctions") return sdnAdvancedForm();
  throw new SyntaxError("its root element is neither sdnList nor Sanctions");
}

/**
 * Returns the code in a label such as `Digital Currency Address - XBT`, and undefined for any other label. The match is
 * loose: a label in other words must not hide an address, while an address without a code is placed by its format.
 */
function assetCodeOf(label: string): string | undefined {
  const found = /\b(?:digital|virtual) (?:currency|asset)s?\b(?: address(?:es)?\b)?[\s\p{Pd}:]*(.*)$/iu.exec(
    squeezeText(label),
  );
  return found ? found[1] || "unknown" : undefined;
}

/** Handlers by the paths of elements. All other elements are ignored. */
interface Handlers {
  readonly open?: Readonly<Record<string, (attributes: XmlAttributes) => void>>;
  readonly close?: Readonly<Record<string, (text: string) => void>>;
}

function listenerOf(...handlers: readonly Handlers[]): Required<XmlListener> {
  const opens = new Map(handlers.flatMap(({ open = {} }) => Object.entries(open)));
  const closes = new Map(handlers.flatMap(({ close = {} }) => Object.entries(close)));
  return {
    open: (path, attributes) => opens.get(path)?.(attributes),
    close: (path, text) => closes.get(path)?.(text),
  };
}

type Found = Pick<Listed, "code" | "address">;

function newParty() {
  return { type: "", name: "", aliases: [] as string[], programs: [] as string[], found: [] as Found[] };
}

/**
 * Reads SDN.XML: one `sdnEntry` per party, elements as in the treasury's XML.xsd. An identity document of the type
 * `Digital Currency Address - XBT` has the address as its number. An entity's whole name is in `lastName`.
 * `Record_Count` is the number of entries.
 */
function sdnForm(): ListForm {
  const published = "/sdnList/publshInformation"; // The schema has this typo.
  const entry = "/sdnList/sdnEntry";
  const alias = `${entry}/akaList/aka`;
  const id = `${entry}/idList/id`;

  const listed: Listed[] = [];
  let date = "";
  let stated: string | undefined;
  let entries = 0;
  let party = newParty();
  let document = { type: "", number: "" };

  const listener = listenerOf({
    open: {
      [entry]: () => {
        party = newParty();
      },
      [id]: () => {
        document = { type: "", number: "" };
      },
    },
    close: {
      [`${published}/Publish_Date`]: (text) => {
        // 09/27/2024, month first.
        date = text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, "$3-$1-$2");
      },
      [`${published}/Record_Count`]: (text) => {
        stated = text;
      },
      [`${entry}/sdnType`]: (text) => {
        party.type = text;
      },
      [`${entry}/lastName`]: (text) => {
        party.name = squeezeText(text);
      },
      [`${entry}/programList/program`]: (text) => void party.programs.push(text),
      [`${alias}/lastName`]: (text) => void party.aliases.push(squeezeText(text)),
      [`${id}/idType`]: (text) => {
        document.type = text;
      },
      [`${id}/idNumber`]: (text) => {
        document.number = text;
      },
      [id]: () => {
        const code = assetCodeOf(document.type);
        if (code !== undefined) party.found.push({ code, address: document.number });
      },
      [entry]: () => {
        entries += 1;
        const { name, aliases } = party.type === "Entity" ? party : { name: "", aliases: [] };
        for (const found of party.found) listed.push({ ...found, name, aliases, programs: party.programs });
      },
    },
  });

  return {
    ...listener,
    source: "SDN.XML",
    count: () => listed.length,
    content: () => {
      if (stated !== undefined && stated !== String(entries)) {
        throw new SyntaxError(`it states another number of entries than the ${entries} in it`);
      }
      return { date, listed };
    },
  };
}

const values = "/Sanctions/ReferenceValueSets";
const profile = "/Sanctions/DistinctParties/DistinctParty/Profile";

/** The meanings of ids, found by their texts, because ids change when the treasury adds values. */
interface ReferenceValues {
  readonly partyTypes: Map<string, string>;
  /** Subtype → type. Most subtypes have only the text "Unknown". */
  readonly partySubTypes: Map<string, string>;
  readonly featureTypes: Map<string, string>;
  readonly sanctionsTypes: Map<string, string>;
}

/** Programs by the id of a profile, for profiles with a digital currency address. */
type Programs = Map<string, string[]>;

/**
 * Reads SDN_ADVANCED.XML: reference values, then the parties, then the reasons, elements as in the treasury's
 * ADVANCED_XML.xsd. A feature whose type has the text `Digital Currency Address - XBT` has the address as a detail of its
 * version. A measure whose type has the text `Program` has the program as its comment.
 */
function sdnAdvancedForm(): ListForm {
  const listed: Listed[] = [];
  const programs: Programs = new Map();
  const reference: ReferenceValues = {
    partyTypes: new Map(),
    partySubTypes: new Map(),
    featureTypes: new Map(),
    sanctionsTypes: new Map(),
  };
  const date = { Year: "", Month: "", Day: "" };
  const takeDate = (part: keyof typeof date) => (text: string) => {
    date[part] = text.padStart(2, "0");
  };
  const issued = "/Sanctions/DateOfIssue";
  const dateHandlers: Handlers = {
    close: {
      [`${issued}/Year`]: takeDate("Year"),
      [`${issued}/Month`]: takeDate("Month"),
      [`${issued}/Day`]: takeDate("Day"),
    },
  };
  return {
    ...listenerOf(
      dateHandlers,
      referenceHandlers(reference),
      partyHandlers(reference, listed, programs),
      programHandlers(reference, programs),
    ),
    source: "SDN_ADVANCED.XML",
    count: () => listed.length,
    content: () => ({ date: `${date.Year}-${date.Month}-${date.Day}`, listed }),
  };
}

function referenceHandlers({ partyTypes, partySubTypes, featureTypes, sanctionsTypes }: ReferenceValues): Handlers {
  let id = "";
  const takeId = ({ ID = "" }: XmlAttributes): void => {
    id = ID;
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

function partyHandlers(reference: ReferenceValues, listed: Listed[], programs: Programs): Handlers {
  const alias = `${profile}/Identity/Alias`;
  const feature = `${profile}/Feature`;
  // The primary name comes first in `names`.
  let party = { id: "", isEntity: false, names: [] as string[], found: [] as Found[] };
  let isPrimary = false;
  let parts: string[] = [];
  let code: string | undefined;
  let addresses: string[] = [];

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
        if (label === undefined) throw new SyntaxError("it has a feature whose type is not in its reference values");
        code = assetCodeOf(label);
        addresses = [];
      },
    },
    close: {
      [`${alias}/DocumentedName/DocumentedNamePart/NamePartValue`]: (text) => void parts.push(text),
      [`${alias}/DocumentedName`]: () => {
        const name = squeezeText(parts.join(" "));
        // The primary alias has its name in Latin script first, then in other scripts.
        if (isPrimary) party.names.unshift(name);
        else party.names.push(name);
        isPrimary = false;
        parts = [];
      },
      [`${feature}/FeatureVersion/VersionDetail`]: (text) => void addresses.push(text),
      [feature]: () => {
        if (code === undefined) return;
        for (const address of addresses.length > 0 ? addresses : [""]) party.found.push({ code, address });
      },
      [profile]: () => {
        if (party.found.length === 0) return;
        const [name = "", ...aliases] = party.isEntity ? party.names : [];
        const ofParty = programs.get(party.id) ?? [];
        programs.set(party.id, ofParty);
        for (const each of party.found) listed.push({ ...each, name, aliases, programs: ofParty });
      },
    },
  };
}

function programHandlers({ sanctionsTypes }: ReferenceValues, programs: Programs): Handlers {
  const entry = "/Sanctions/SanctionsEntries/SanctionsEntry";
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

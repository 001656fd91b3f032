/** The classic form of the list, SDN.XML: one `sdnEntry` each, with everything about it inside. */
import { squeezeText } from "../../../domain/text.js";
import { assetCodeOf, type Listed, type ListForm, listenerOf } from "./list-form.js";

/** The name of its root element. */
export const sdnRoot = "sdnList";

const published = "/sdnList/publshInformation"; // spelt so by its schema
const entry = "/sdnList/sdnEntry";
const alias = `${entry}/akaList/aka`;
const id = `${entry}/idList/id`;

interface Party {
  type: string;
  name: string;
  readonly aliases: string[];
  readonly programs: string[];
  readonly found: Pick<Listed, "code" | "address">[];
}

/**
 * Elements as in the treasury's XML.xsd: an identity document of the type `Digital Currency Address - XBT` has the
 * address as its number. An entity's whole name stands in `lastName`. `Record_Count` is the number of entries.
 */
export function sdnForm(): ListForm {
  const listed: Listed[] = [];
  let date = "";
  let stated: string | undefined;
  let entries = 0;
  let party = newParty();
  let document = { type: "", number: "" };

  const takeEntry = (): void => {
    entries += 1;
    const { name, aliases } = party.type === "Entity" ? party : { name: "", aliases: [] };
    for (const found of party.found) listed.push({ ...found, name, aliases, programs: party.programs });
  };
  const takeDocument = (): void => {
    const code = assetCodeOf(document.type);
    if (code !== undefined) party.found.push({ code, address: document.number });
  };

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
        date = isoDate(text);
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
      [id]: takeDocument,
      [entry]: takeEntry,
    },
  });

  return {
    ...listener,
    count: () => listed.length,
    reading: () => {
      if (stated !== undefined && stated !== String(entries)) {
        throw new SyntaxError(`it says that it has another number of entries than the ${entries} that are there`);
      }
      return { date, listed };
    },
  };
}

function newParty(): Party {
  return { type: "", name: "", aliases: [], programs: [], found: [] };
}

/** `09/27/2024`, month first. */
function isoDate(text: string): string {
  return text.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, "$3-$1-$2");
}

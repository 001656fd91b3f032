/** The treasury's SDN.XML, with parties of a test's choice among what else stands in it. */
import { escaped, exportsUrl, type Party, type WriteFile } from "./party.js";

/** SDN.XML. */
export const sdnXml: WriteFile = (parties, { date = "2026-11-20", namespace = `${exportsUrl}/XML` } = {}) => {
  const [year, month, day] = date.split("-");
  return `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="${namespace}">
  <publshInformation>
    <Publish_Date>${month}/${day}/${year}</Publish_Date>
    <Record_Count>${parties.length}</Record_Count>
  </publshInformation>
${parties.map(sdnEntry).join("")}</sdnList>
`;
};

function sdnEntry({ type, name, firstName, aliases = [], programs = [], addresses }: Party, index: number): string {
  const first = firstName === undefined ? "" : `<firstName>${escaped(firstName)}</firstName>`;
  const akas = aliases.map(
    (alias) =>
      `<aka><uid>7</uid><type>a.k.a.</type><category>weak</category>${first}<lastName>${escaped(alias)}</lastName></aka>`,
  );
  const ids = addresses.map(
    ([code, address]) => `
      <id>
        <uid>8</uid>
        <idType>Digital Currency Address - ${escaped(code)}</idType>
        <idNumber>${escaped(address)}</idNumber>
      </id>`,
  );
  return `  <sdnEntry>
    <uid>${index}</uid>
    ${first}
    <lastName>${escaped(name)}</lastName>
    <sdnType>${type}</sdnType>
    <remarks>Linked To: SOMEBODY.</remarks>
    <programList>
      ${programs.map((program) => `<program>${program}</program>`).join("")}
    </programList>
    <akaList>${akas.join("")}</akaList>
    <idList>
      <id>
        <uid>9</uid>
        <idType>Passport</idType>
        <idNumber>X0000000</idNumber>
        <idCountry>Nowhere</idCountry>
      </id>${ids.join("")}
    </idList>
  </sdnEntry>
`;
}

/** A reader of CSV as RFC 4180 has it: quoted fields may hold commas, line breaks and doubled quotes. */

// A field, quoted or bare, and what ends it: a comma, a line break or the end of the text.
const field = /("[^"]*(?:""[^"]*)*"|[^",\r\n]*)(,|\r?\n|$)/y;

/**
 * The records of a CSV text, the header row first. A byte order mark at the beginning is dropped, fields are kept as they are.
 *
 * @param {string} text
 * @returns {string[][]}
 * @throws {Error} when a quote is out of place or a record has not as many fields as the header
 */
export function parseCsv(text) {
  const records = [];
  let record = [];
  field.lastIndex = text.startsWith("\uFEFF") ? 1 : 0;
  while (field.lastIndex < text.length || record.length > 0) {
    const match = field.exec(text);
    if (match === null) throw new Error(`A quote is out of place in record ${records.length + 1}.`);
    const [, content, end] = match;
    record.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    if (end === ",") continue;
    records.push(record);
    record = [];
  }
  const odd = records.findIndex((each) => each.length !== records[0].length);
  if (odd !== -1)
    throw new Error(`Record ${odd + 1} has ${records[odd].length} fields, the header ${records[0].length}.`);
  return records;
}

/** The records below the header, each as an object under the header's names. */
export function parseCsvObjects(text) {
  const [header, ...records] = parseCsv(text);
  return records.map((record) => Object.fromEntries(header.map((name, index) => [name, record[index]])));
}

// @ts-check
/**
 * Replaces the internet while an example runs: `node --import ./examples/support/outside.mjs …`. It serves the ECB's
 * rates and OFAC's list from examples/data, dated today, and a few services with invented data. With `OUTSIDE=down`
 * every request fails. Requests to this machine are not changed.
 */
import { readFile } from "node:fs/promises";

const isDown = process.env["OUTSIDE"] === "down";
const today = new Date().toISOString().slice(0, 10);

/** @type {Record<string, (path: string) => Promise<string>>} by the host name */
const pages = {
  "www.ecb.europa.eu": ratesXml,
  "sanctionslistservice.ofac.treas.gov": sanctionsXml,
  "api.tzkt.io": async (path) => (path === "/v1/head" ? '{"chainId":"NetXdQprcVkpaWU"}' : "2500000"),
  "api.coinbase.com": async (path) =>
    JSON.stringify({ data: { currency: path.split("currency=")[1], rates: { USD: "0.713" } } }),
};

const realFetch = globalThis.fetch;

/** @type {typeof fetch} */
globalThis.fetch = async (input, init) => {
  const { hostname, pathname, search } = new URL(input instanceof Request ? input.url : input);
  if (["127.0.0.1", "localhost", "[::1]"].includes(hostname)) return realFetch(input, init);
  const page = pages[hostname];
  if (isDown || page === undefined) throw new TypeError("fetch failed");
  return new Response(await page(pathname + search), { headers: { "content-type": "text/xml" } });
};

/** The reference rates in the ECB's own format. */
async function ratesXml() {
  const { rates } = JSON.parse(await data("ecb-2026-10-06.json"));
  const cubes = Object.entries(rates).map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube><Cube time='${today}'>${cubes.join("")}</Cube></Cube>
</gesmes:Envelope>`;
}

async function sanctionsXml() {
  const [year, month, day] = today.split("-");
  const published = `<Publish_Date>${month}/${day}/${year}</Publish_Date>`;
  return (await data("ofac-sample.xml")).replace(/<Publish_Date>.*<\/Publish_Date>/, published);
}

/** @param {string} name */
async function data(name) {
  return await readFile(new URL(`../data/${name}`, import.meta.url), "utf8");
}

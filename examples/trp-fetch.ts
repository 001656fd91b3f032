import { lookup } from "node:dns";
import { Agent, request } from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { isPrivateHost } from "vaspkit/ivms101";
import type { TrpOptions } from "vaspkit/trp";

/** Resolves a name. The connection goes to an address that was checked. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const [first] = found ?? [];
    if (error || first === undefined) return done(error ?? new Error("No address."), []);
    if (found.some(({ address }) => isPrivateHost(address))) return done(new Error("A private address."), []);
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};

/** A `fetch` with a client certificate. `node:https` follows no redirects. */
export function fetchWithCertificate(tls: { cert: string; key: string; ca: string }): TrpOptions["fetch"] {
  const agent = new Agent({ ...tls, minVersion: "TLSv1.3", lookup: publicLookup });
  return (url, { method = "GET", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const options = { agent, method, headers: Object.fromEntries(new Headers(headers)), ...(signal && { signal }) };
      const sending = request(url, options, (incoming) => {
        const { statusCode: status = 500 } = incoming;
        const hasBody = ![204, 205, 304].includes(status);
        // The cast: both are the web stream of the platform.
        const stream = hasBody ? (Readable.toWeb(incoming) as ReadableStream<Uint8Array>) : null;
        if (stream === null) incoming.resume();
        resolve(new Response(stream, { status }));
      });
      sending.on("error", reject);
      sending.end(typeof body === "string" ? body : undefined); // vaspkit sends texts
    });
}

// A name that resolves to this machine.
const fetch = fetchWithCertificate({ cert: "", key: "", ca: "" });
await fetch("https://localhost/trp", { method: "POST", body: "{}" }).catch((error) => console.log(error.message));

import { createCompliance, memoryStorage } from "vaspkit";
import { createHandler } from "vaspkit/http";
import { jsonSchemas, openApi } from "vaspkit/openapi";

const compliance = createCompliance({ storage: memoryStorage(), thresholds: { US: "3000" } });
const handler = createHandler(compliance, { authenticate: () => "client", extensions: true });
const servers = [{ url: "https://compliance.internal" }];
const document = JSON.stringify(openApi({ extensions: true, title: "Compliance", servers }));

/** Serves the document beside the interface. */
async function serve(request) {
  const { pathname } = new URL(request.url);
  if (pathname !== "/openapi.json") return handler(request);
  return new Response(document, { headers: { "content-type": "application/json" } });
}

const served = await serve(new Request("https://compliance.internal/openapi.json"));
const { openapi, paths } = await served.json();
console.log(openapi, Object.keys(paths["/api/v2/directory/accounts"])); // "3.1.0", [ "post", "get" ]

const { required, properties } = jsonSchemas().AccountDraft;
console.log(required, properties.email); // [ "reference_id", "account_type" ], { "$ref": "#/$defs/Email", … }

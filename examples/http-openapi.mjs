import { jsonSchemas, openApi } from "vaspkit/openapi";

const document = openApi({ extensions: true, title: "Compliance", servers: [{ url: "https://compliance.internal" }] });
console.log(document.openapi, Object.keys(document.paths["/api/v2/directory/accounts"]));

const { required, properties } = jsonSchemas().AccountDraft;
console.log(required, properties.email);

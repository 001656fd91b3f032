/** The API pages: TypeDoc's HTML, with the content policy of the site. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Application } from "typedoc";
import { withPolicy } from "./policy.js";

/** Writes the pages of every entry point to a folder. */
export async function writeApi(root: string, out: string): Promise<void> {
  const app = await Application.bootstrapWithPlugins({ options: join(root, "typedoc.json") });
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc failed. Its messages are above.");
  app.validate(project);
  await app.generateDocs(project, out);
  if (app.logger.hasErrors()) throw new Error("TypeDoc failed. Its messages are above.");
  for (const name of readdirSync(out, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".html")) continue;
    const path = join(out, name);
    writeFileSync(path, withPolicy(readFileSync(path, "utf8")));
  }
}

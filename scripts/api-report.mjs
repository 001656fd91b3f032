/**
 * Writes the API report, `api/vaspkit.api.md`: every declaration that users see, from the built declarations. For the
 * command line, see generator.mjs.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor";
import { runGenerator } from "./generator.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

// In the repository, but not in node_modules, whose modules are external.
const folder = mkdtempSync(join(root, "dist/.api-"));
try {
  await runGenerator(() => ({ "api/vaspkit.api.md": reportOf(entryOfAll()) }));
} finally {
  rmSync(folder, { recursive: true });
}

/** Writes a module with one namespace for each entry point, and returns its path. */
function entryOfAll() {
  const path = join(folder, "vaspkit.d.ts");
  const names = Object.keys(exports).filter((name) => name !== "./package.json");
  const lines = names.map((name) => {
    const file = name.slice(2) || "index";
    const namespace = name === "." ? "vaspkit" : `vaspkit_${file.replace("-", "_")}`;
    return `export * as ${namespace} from "../${file}.js";\n`;
  });
  writeFileSync(path, lines.join(""));
  return path;
}

/** The order of the names of an entry point follows the built files, whose names are hashes. @param {string} report */
function withSortedNames(report) {
  return report.replace(/(?<=^ {4}export \{\n)(?: {8}.*\n)+/gm, (lines) => {
    const names = lines.split("\n").flatMap((line) => /^ {8}(.*?),?$/.exec(line)?.slice(1) ?? []);
    return names
      .sort()
      .map((name) => `        ${name},\n`)
      .join("");
  });
}

/** @param {string} mainEntryPointFilePath */
function reportOf(mainEntryPointFilePath) {
  const none = { default: { logLevel: "none" } };
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath,
      newlineKind: "lf",
      compiler: { tsconfigFilePath: join(root, "tsconfig.json") },
      apiReport: {
        enabled: true,
        // Types that no entry point exports, but exported ones name.
        includeForgottenExports: true,
        reportFileName: "vaspkit.api.md",
        reportFolder: folder,
        reportTempFolder: folder,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: none,
        tsdocMessageReporting: none,
        compilerMessageReporting: none,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, "package.json"),
  });
  const messageCallback = (message) => {
    // That the report is new, in the temporary folder.
    message.handled = true;
  };
  const { succeeded } = Extractor.invoke(config, { localBuild: true, messageCallback });
  if (!succeeded) throw new Error("API Extractor failed.");
  return withSortedNames(readFileSync(join(folder, "vaspkit.api.md"), "utf8"));
}

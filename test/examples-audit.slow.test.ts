/** examples/verify-audit.sh verifies a trail without the library, with bash, sha256sum and jq. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { type AuditVerification, auditTrail, exportAudit, type VerifiedTrail, verifyAudit } from "../src/audit.js";
import { createCompliance, memoryStorage, unwrap } from "../src/index.js";
import { individual } from "./support/samples.js";
import { temporaryFolder } from "./support/temporary-folder.js";

async function trail() {
  const storage = memoryStorage();
  const lines: string[] = [];
  // Records of one millisecond would be ordered by their chains, which are random.
  let now = Date.parse("2026-11-29T12:00:00Z");
  const clock = (): Date => new Date(now++);
  // Two processes, of which the second one names the head of the first.
  for (const first of ["1", "2"]) {
    const { accounts, audit } = createCompliance({ storage, clock, audit: auditTrail({ key: new Uint8Array(32) }) });
    for (const second of ["a", "b"]) {
      unwrap(await accounts.create({ ...individual, reference_id: first + second }, { actor: { ...ACTOR } }));
    }
    if (first === "2") for await (const line of audit.lines()) lines.push(line);
  }
  const exported: string[] = [];
  for await (const line of exportAudit(storage)) exported.push(line);
  return { lines, exported };
}

const ACTOR = { id: "é", role: 'a "role" \\ é', kind: "person" } as const;

async function verified(lines: readonly string[], heads: readonly object[] = []): Promise<string> {
  const folder = await temporaryFolder();
  const [file, headsFile] = [join(folder, "trail.jsonl"), join(folder, "heads.jsonl")];
  // The last line without a line break.
  await writeFile(file, lines.join("\n"));
  await writeFile(headsFile, heads.map((head) => `${JSON.stringify(head)}\n`).join(""));
  const run = promisify(execFile)("bash", ["examples/verify-audit.sh", file, headsFile]);
  return run.then(({ stdout }) => stdout.trim()).catch(({ stderr }: { readonly stderr: string }) => stderr.trim());
}

function unwrapTrail(verification: AuditVerification): VerifiedTrail {
  if (!verification.ok) throw new Error(verification.fault.reason);
  return verification;
}

describe("examples/verify-audit.sh", () => {
  it("accepts a trail, and names the line of each fault", async () => {
    const { lines } = await trail();
    const [first = "", second = "", third = "", fourth = ""] = lines;
    expect(await verified(lines)).toBe("4 records in 2 chains: nothing was changed");
    expect(await verified(lines.with(1, second.replace("accounts.create", "accounts.put")))).toBe(
      "line 2: the record was changed",
    );
    expect(await verified([second, third, fourth])).toMatch(
      /^line 1: record 0 of chain \w+ is not here, but record 1$/,
    );
    expect(await verified([first, second, second, third, fourth])).toMatch(/^line 3: record 2 of chain/);
    expect(await verified([first, third, fourth])).toMatch(/^record 1 of chain \w+ is missing or rewritten$/);
    expect(await verified(lines.with(3, fourth.replace("accounts.create", "accounts.put")))).toBe(
      "line 4: the record was changed",
    );
    expect(await verified([])).toBe("0 records in 0 chains: nothing was changed");
  });

  it("finds a removed end by published heads", async () => {
    const { lines } = await trail();
    const { heads } = unwrapTrail(await verifyAudit(lines));
    expect(await verified(lines, heads)).toBe("4 records in 2 chains: nothing was changed");
    expect(await verified(lines.slice(0, 3))).toBe("3 records in 2 chains: nothing was changed");
    expect(await verified(lines.slice(0, 3), heads)).toMatch(/^record 1 of chain \w+ is missing or rewritten$/);
  });

  it("accepts the file of an export, and names an entry that does not follow its record", async () => {
    const { exported } = await trail();
    const [record = "", entry = ""] = exported;
    expect(await verified(exported)).toBe("4 records in 2 chains: nothing was changed");
    const elsewhere = "line 1: the record of the entry is not before it";
    expect(await verified(exported.slice(1))).toBe(elsewhere);
    expect(await verified([record, entry.replace('"seq":0', '"seq":1')])).toBe(elsewhere.replace("1", "2"));
    const changed = "line 2: the entry was changed, or is repeated";
    expect(await verified([record, entry.replace('"at":"2', '"at":"3')])).toBe(changed);
    expect(await verified([record, entry.replace(/"salt":"./, '"salt":"x')])).toBe(changed);
    expect(await verified([record, entry, entry])).toBe(changed.replace("2", "3"));
    for (const other of [entry.replace('"at"', ' "at"'), entry.replace("}}", ',"more":1}}'), `${entry} `]) {
      expect(await verified([record, other])).toBe("line 2: the record was changed");
    }
  });
});

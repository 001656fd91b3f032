/** Runs examples/http-node.mjs as a server on loopback. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A running server. */
export interface ExampleServer {
  readonly port: number;
  readonly base: string;
  readonly token: string;
  /** Returns what it wrote to its standard error, which is empty unless an answer was 500 or more. */
  errors(): string;
  stop(): Promise<void>;
}

/** Starts the server with a token of its own. It needs the built package. */
export async function startExample(): Promise<ExampleServer> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest("hex");
  const path = fileURLToPath(new URL("../../examples/http-node.mjs", import.meta.url));
  const env = { ...process.env, PORT: "0", TOKEN_HASH: hash };
  const child = spawn(process.execPath, [path], { env, stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const base = await baseOf(child);
  const stop = async (): Promise<void> => {
    const ended = once(child, "close");
    child.kill();
    await ended;
  };
  return { port: Number(new URL(base).port), base, token, errors: () => errors, stop };
}

function baseOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
      const base = /Listening on (\S+)\n/.exec(output)?.[1];
      if (base !== undefined) resolve(base);
    });
    child.once("close", (status) => reject(new Error(`The example ended with ${status}. Build the package.`)));
  });
}

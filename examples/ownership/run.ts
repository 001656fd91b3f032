/**
 * A customer proves wallets on the page of `backend.ts`, in headless Chromium: `node --import tsx examples/ownership/run.ts`.
 * The wallets are in this process: the page gets what a browser extension would add.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import { type BrowserContext, chromium } from "playwright-core";
import { type Hex, hexToString } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";

const folders = (process.env["PATH"] ?? "").split(delimiter);
const executablePath = folders.map((folder) => join(folder, "chromium")).find((path) => existsSync(path));
if (executablePath === undefined) throw new Error("Chromium is missing. Install it: apt-get install chromium.");

const own = privateKeyToAccount(generatePrivateKey());
const other = privateKeyToAccount(generatePrivateKey());
const solanaKey = ed25519.utils.randomSecretKey();
/** Whose key signs. The Ethereum wallet always shows the address of `own`. */
let signer = own;
/** What the wallets were given to sign. */
const texts: string[] = [];

/** The wallets: EIP-1193, and two calls for Solana. */
async function walletRequest(method: string, first: string, second: string): Promise<unknown> {
  switch (method) {
    case "eth_requestAccounts":
      return [own.address];
    case "wallet_switchEthereumChain":
      return null;
    case "personal_sign":
      texts.push(hexToString(first as Hex));
      return signer.signMessage({ message: { raw: first as Hex } });
    case "eth_signTypedData_v4":
      texts.push(second);
      return signer.signTypedData(JSON.parse(second));
    case "connect":
      return base58.encode(ed25519.getPublicKey(solanaKey));
    case "signMessage":
      texts.push(first);
      return Array.from(ed25519.sign(new TextEncoder().encode(first), solanaKey));
    default:
      throw new Error(`The wallets have no method ${method}.`);
  }
}

/** What extensions add. It is text, because the page cannot reach this module. */
const injected = `
  window.ethereum = { request: ({ method, params = [] }) => walletRequest(method, ...params) };
  window.solana = {
    connect: async () => ({ publicKey: await walletRequest("connect") }),
    signMessage: async (bytes) => ({
      signature: Uint8Array.from(await walletRequest("signMessage", new TextDecoder().decode(bytes))),
    }),
  };`;

const browser = await chromium.launch({ executablePath });
const program = fileURLToPath(new URL("backend.ts", import.meta.url));
const backend = spawn(process.execPath, ["--import", "tsx", program], { stdio: ["ignore", "pipe", "inherit"] });
const [origin] = await once(createInterface({ input: backend.stdout }), "line");

const origins = new Set<string>();
const errors: string[] = [];

/** Opens the page as a new customer. */
async function open() {
  const context = await browser.newContext();
  context.on("request", (request) => origins.add(new URL(request.url()).origin));
  context.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  context.on("weberror", (error) => errors.push(error.error().message));
  await context.exposeFunction("walletRequest", walletRequest);
  await context.addInitScript({ content: injected });
  const page = await context.newPage();
  await page.goto(origin);
  /** Clicks a button. Returns what the page shows then, and what it sent to be verified. */
  const prove = async (name: string): Promise<{ readonly shown: string | null; readonly sent: string }> => {
    const sent = page.waitForRequest("**/verify");
    await page.getByRole("button", { name, exact: true }).click();
    const body = (await sent).postData() ?? "";
    await page.locator("fieldset:enabled").waitFor();
    const shown = await page.getByRole("status").textContent();
    return { shown: shown?.replace(own.address, "0x…") ?? "", sent: body };
  };
  return { context, prove };
}

/** Posts without the page, with the cookie of a customer. */
async function send({ request }: BrowserContext, data: string, from = origin): Promise<string> {
  const headers = { origin: from, "content-type": "application/json" };
  const response = await request.post(`${origin}/verify`, { data, headers });
  return `${response.status()} ${JSON.parse(await response.text()).message}`;
}

try {
  const [customer, thief] = [await open(), await open()];
  console.log("The customer signs");
  const { shown, sent } = await customer.prove("Ethereum wallet");
  console.log(" message:   ", shown);
  console.log(" typed data:", (await customer.prove("Ethereum wallet, typed data")).shown);
  console.log(" Solana:    ", (await customer.prove("Solana wallet")).shown?.replace(/[1-9A-Za-z]{32,44}/, "…"));

  console.log("The same answer again");
  console.log(" the customer:    ", await send(customer.context, sent));
  console.log(" another customer:", await send(thief.context, sent));
  console.log(" another website: ", await send(customer.context, sent, "https://thief.example"));

  console.log("Another wallet signs");
  signer = other;
  console.log(" message:   ", (await customer.prove("Ethereum wallet")).shown);
  console.log(" typed data:", (await customer.prove("Ethereum wallet, typed data")).shown);

  console.log("Texts to sign:           ", texts.length);
  console.log(" with the account's id:  ", texts.filter((text) => /customer-\d/.test(text)).length);
  console.log("Errors on the console:   ", errors.length === 0 ? "none" : errors);
  console.log("Requests to other hosts: ", [...origins].filter((each) => each !== origin).length);
} finally {
  await browser.close();
  backend.kill();
}

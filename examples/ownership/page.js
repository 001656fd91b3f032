// @ts-check
/** The customer's part: connects a wallet, has it sign the text of the backend, and sends the signature. */

/**
 * A connected wallet: its address, and a function that signs for each method.
 *
 * @typedef {{ address: string, message: Sign, typed_data?: Sign }} Wallet
 * @typedef {(text: string) => Promise<string>} Sign
 */

const utf8 = new TextEncoder();

/** @param {Uint8Array} bytes */
const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Connects the wallet that a browser extension added to the page. */
const connect = {
  /** EIP-1193. @param {any} ethereum @returns {Promise<Wallet>} */
  ethereum: async (ethereum) => {
    const [address] = await ethereum.request({ method: "eth_requestAccounts" });
    return {
      address,
      // As hex, because wallets may read a text such as "0x12" as hex.
      message: (text) =>
        ethereum.request({ method: "personal_sign", params: [`0x${hexOf(utf8.encode(text))}`, address] }),
      typed_data: async (text) => {
        // Wallets refuse typed data of another chain than the selected one.
        await ethereum.request({ method: "wallet_switchEthereumChain", params: [{ chainId: "0x1" }] });
        return ethereum.request({ method: "eth_signTypedData_v4", params: [address, text] });
      },
    };
  },
  /** @param {any} solana @returns {Promise<Wallet>} */
  solana: async (solana) => {
    const { publicKey } = await solana.connect();
    return {
      address: publicKey.toString(),
      message: async (text) => hexOf((await solana.signMessage(utf8.encode(text), "utf8")).signature),
    };
  },
};

/** @param {string} path @param {object} body */
async function post(path, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

/**
 * Proves control of the wallet's address. The text goes to the wallet exactly as the backend sent it.
 *
 * @param {keyof connect} chain
 * @param {"message" | "typed_data"} method
 */
async function prove(chain, method) {
  const injected = Reflect.get(window, chain);
  if (injected === undefined) throw new Error(`This browser has no wallet for ${chain}.`);
  const wallet = await connect[chain](injected);
  const { challenge_id, text } = await post("/challenge", { chain, address: wallet.address, method });
  const signature = await wallet[method]?.(text);
  const answer = await post("/verify", { challenge_id, signature });
  return answer.status === "proved"
    ? `Confirmed: ${wallet.address} is your wallet.`
    : ["Not confirmed:", answer.message, answer.what_to_do ?? ""].join(" ").trim();
}

const fieldset = /** @type {HTMLFieldSetElement} */ (document.querySelector("fieldset"));
const output = /** @type {HTMLElement} */ (document.querySelector("[role=status]"));

fieldset.addEventListener("click", async ({ target }) => {
  if (!(target instanceof HTMLButtonElement)) return;
  fieldset.disabled = true;
  output.textContent = "Look at your wallet.";
  const { chain, method } = /** @type {any} */ (target.dataset);
  // A wallet rejects with an object that has a message, for example when the customer declines.
  output.textContent = await prove(chain, method).catch((error) => `Not confirmed: ${error?.message}`);
  fieldset.disabled = false;
});

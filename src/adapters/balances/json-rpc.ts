/** JSON-RPC 2.0 over HTTP POST: one call, and a reply that is surely the one to it. */
import { ComplianceError, type ComplianceErrorCode } from "../../domain/compliance-error.js";
import { type JsonNode, readJson } from "../transport/json.js";
import type { AskService } from "../transport/service.js";

/** What a node replied. */
export type RpcReply =
  | { readonly ok: true; readonly result: JsonNode }
  | { readonly ok: false; readonly error: JsonNode };

/** Calls a method of a node. */
export type CallNode = (ask: AskService, method: string, params: unknown) => Promise<RpcReply>;

/**
 * Calls to the node at `host`, each with an id of its own: a reply out of some cache, or to another call, has another one.
 *
 * A call rejects with `provider_unreadable` when the reply has not the id of the call, or has not exactly one of `result`
 * and `error` (JSON-RPC 2.0, section 5).
 */
export function jsonRpcAt(host: string): CallNode {
  let calls = 0;
  return async (ask, method, params) => {
    calls += 1;
    const id = calls;
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const { text } = await ask({ path: "", method: "POST", body });
    const reply = readJson(text, host);
    if (reply.at("id").integer() !== BigInt(id)) reply.at("id").refuse("belongs to another call");
    const [result, error] = [reply.at("result"), reply.at("error")];
    if (result.isAbsent() === error.isAbsent()) reply.refuse("has not exactly one of result and error");
    return error.isAbsent() ? { ok: true, result } : { ok: false, error };
  };
}

/** What the codes of JSON-RPC's own errors mean here (section 5.1). Any other one is the node's. */
const meanings: Readonly<Record<string, ComplianceErrorCode>> = {
  "-32700": "provider_rejected",
  "-32600": "provider_rejected",
  "-32601": "provider_rejected",
  "-32602": "provider_rejected",
  // No code of the standard, but what gateways put there when they send their HTTP status along.
  "429": "provider_rate_limited",
};

/**
 * The result of a call.
 *
 * @param own what codes mean that are the node's own; the rest of them are `provider_unavailable`
 * @throws ComplianceError by the code of the error. The node's message is not repeated: it may contain the address.
 */
export function resultOf(
  reply: RpcReply,
  host: string,
  own: Readonly<Record<string, ComplianceErrorCode>> = {},
): JsonNode {
  if (reply.ok) return reply.result;
  const code = String(reply.error.at("code").integer());
  const meaning = { ...meanings, ...own }[code] ?? "provider_unavailable";
  throw new ComplianceError(meaning, `${host} replied with the JSON-RPC error ${code}${advice(meaning)}`);
}

function advice(meaning: ComplianceErrorCode): string {
  if (meaning === "provider_rate_limited") return "; ask it less often, then try again.";
  if (meaning === "provider_rejected") return "; check that the URL is of a node that offers this method.";
  return "; try again later, or another node.";
}

/** A node that speaks JSON-RPC 2.0 over HTTP. */
import type { RequestListener } from "node:http";
import { expect } from "vitest";
import { speaking } from "./speaking.js";

/** A call. */
export interface RpcCall {
  readonly id: number | string;
  readonly method: string;
  readonly params: unknown;
}

/** The members of a reply besides `jsonrpc` and `id`, as they stand in its text; or the whole text. */
export type RpcMembers = string | { readonly text: string };

/** A listener that takes calls as the standard has them, and none of another form. */
export function rpcNode(reply: (call: RpcCall) => RpcMembers): RequestListener {
  return speaking(({ method, path, headers, body }) => {
    expect([method, path, headers["content-type"]]).toEqual(["POST", "/", "application/json"]);
    expect(body).toEqual({
      jsonrpc: "2.0",
      id: expect.any(Number),
      method: expect.any(String),
      params: expect.anything(),
    });
    // It was just looked at.
    const call = body as RpcCall;
    const members = reply(call);
    return typeof members === "string" ? `{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},${members}}` : members.text;
  });
}

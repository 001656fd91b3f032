/** The body of a response, as text: counted while it comes in, decoded strictly. */
import type { Deadline } from "./deadline.js";

/** What became of a body. A broken connection is no outcome: it rejects. */
export type BodyOutcome =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "oversized" }
  | { readonly kind: "not_utf8" };

/**
 * Reads a body of at most `maxBytes` bytes (after decompression; a `Content-Length` is not believed) as UTF-8.
 *
 * @throws whatever the stream rejects with, and the reason of `deadline`.
 */
export async function readBody(response: Response, maxBytes: number, deadline: Deadline): Promise<BodyOutcome> {
  if (response.body === null) return { kind: "text", text: "" };
  const reader = response.body.getReader();
  try {
    // One race for all chunks: a race leaves something behind until the time is over, and a chunk may be a single byte.
    return await deadline.race(readAll(reader, maxBytes));
  } finally {
    discard(reader);
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>, maxBytes: number): Promise<BodyOutcome> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    const chunk = value ?? new Uint8Array();
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return { kind: "oversized" };
    const decoded = decode(decoder, chunk, !done);
    if (decoded === undefined) return { kind: "not_utf8" };
    text += decoded;
    if (done) return { kind: "text", text };
  }
}

/** Lets go of a body that nobody reads to its end, so that its connection is freed. */
export function discard(body: { cancel(): Promise<void> } | null): void {
  body?.cancel().catch(() => {
    // A stream that has failed rejects with its failure, which its reader has seen already.
  });
}

function decode(decoder: TextDecoder, chunk: Uint8Array, stream: boolean): string | undefined {
  try {
    return decoder.decode(chunk, { stream });
  } catch {
    return undefined;
  }
}

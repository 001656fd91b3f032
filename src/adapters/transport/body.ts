/** Bodies of requests and responses: read up to a limit of bytes and of time, as strict UTF-8. */
import { bare } from "../../domain/own.js";
import { pacer } from "../../runtime/turns.js";
import type { Deadline } from "./deadline.js";

/**
 * Reads a body as strict UTF-8, up to `maxBytes` after decompression. `Content-Length` is not used.
 *
 * @throws what the stream rejects with, and the reason of `deadline`
 */
export async function readBody(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  deadline: Deadline,
): Promise<string | { readonly problem: "oversized" | "not_utf8" }> {
  if (body === null) return "";
  const reader = body.getReader();
  const readAll = async () => {
    const decoder = new TextDecoder("utf-8", bare({ fatal: true }));
    let text = "";
    let bytes = 0;
    // The reader of a custom fetch may have chunks at once and without end, also empty ones.
    const pace = pacer();
    for (;;) {
      const { done, value } = await reader.read();
      await pace();
      deadline.signal.throwIfAborted();
      bytes += value?.byteLength ?? 0;
      if (bytes > maxBytes) return { problem: "oversized" } as const;
      try {
        text += decoder.decode(value ?? new Uint8Array(), { stream: !done });
      } catch {
        return { problem: "not_utf8" } as const;
      }
      if (done) return text;
    }
  };
  try {
    // One race for all chunks: each race keeps memory until the deadline, and a chunk may be a single byte.
    return await deadline.race(readAll());
  } finally {
    discard(reader);
  }
}

/** Cancels a body, so that its connection is freed. */
export function discard(body: { cancel(): Promise<void> } | null): void {
  const cancelled = async (): Promise<void> => body?.cancel();
  cancelled().catch(() => {
    // A failed stream rejects with its failure, which its reader reported already.
  });
}

import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type ByteStream, parseOfacList } from "../../../../src/providers.js";
import { CANARY, isLeaked } from "../../../support/canaries.js";
import { answering, withServer } from "../../../support/local-server.js";
import { streamed } from "../../../support/ofac/files.js";
import { sdnXml } from "../../../support/ofac/sdn-file.js";
import { failureOf } from "../../../support/outcomes.js";

const file = sdnXml([
  { type: "Entity", name: "Crème 🥐 Exchange", addresses: [["XBT", "12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h"]] },
]);
const bytes = new TextEncoder().encode(file);
const expected = await parseOfacList(streamed(file));

/** A web stream with nothing but a reader, as some browsers have it. */
function readerOnly(stream: ReadableStream<Uint8Array>): ByteStream {
  return { getReader: () => stream.getReader() };
}

/** What goes on for ever after its first piece, and whether it was let go. */
function endless(first: Uint8Array = bytes.subarray(0, 100)): { readonly stream: ByteStream; wasLetGo(): boolean } {
  let isLetGo = false;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(first),
    cancel: () => {
      isLetGo = true;
    },
  });
  return { stream, wasLetGo: () => isLetGo };
}

describe("a list is read from", () => {
  async function* inPieces(pieces: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
    yield* pieces;
  }

  it.each<readonly [string, () => ByteStream]>([
    ["a stream of Node", () => Readable.from([bytes.subarray(0, 700), bytes.subarray(700)])],
    ["one that decodes", () => Readable.from([Buffer.from(bytes)], { objectMode: false }).setEncoding("utf8")],
    ["a web stream", () => new Blob([bytes]).stream()],
    ["a web stream that only has a reader", () => readerOnly(new Blob([bytes]).stream())],
    ["pieces of text", () => inPieces(file.split(/(?=<)/))],
    ["text in halves of characters", () => inPieces(file.split(""))],
    ["bytes and text", () => inPieces([bytes.subarray(0, 60), file.slice(60)])],
  ])("%s", async (_, stream) => {
    expect(file.slice(0, 60)).toBe(new TextDecoder().decode(bytes.subarray(0, 60)));
    expect(await parseOfacList(stream())).toEqual(expected);
  });

  it("the body of a fetch", () =>
    withServer([answering(200, file)], async ({ url }) => {
      const { body } = await fetch(url);
      if (body === null) throw new Error("the server gives a body");
      expect(await parseOfacList(body)).toEqual(expected);
    }));

  it.each([undefined, null, 7, file, bytes, {}, [file], new Response(file)])(
    "a stream and nothing else (%#)",
    async (given) => {
      // What a caller without types may give.
      const error = await failureOf(parseOfacList(given as unknown as ByteStream), "invalid_input");
      expect(error.message).toContain("createReadStream");
    },
  );

  it("a stream that nobody else reads", async () => {
    const stream = new Blob([bytes]).stream();
    stream.getReader();
    await failureOf(parseOfacList(stream), "invalid_input");
  });

  it.each([7, null, undefined, new ArrayBuffer(8), [1]])("bytes or text and nothing else (%#)", async (chunk) => {
    async function* odd(): AsyncGenerator<unknown> {
      yield bytes.subarray(0, 10);
      yield chunk;
    }
    // As above.
    await failureOf(parseOfacList(odd() as ByteStream), "invalid_input");
  });
});

describe("reading ends", () => {
  it("when there is more than maxBytes, and lets go of the stream", async () => {
    await parseOfacList(streamed(file), { maxBytes: bytes.length });
    await failureOf(parseOfacList(streamed(file), { maxBytes: bytes.length - 1 }), "provider_oversized");
    await failureOf(parseOfacList(streamed(file), { maxBytes: Number.NaN }), "provider_oversized");
    const { stream, wasLetGo } = endless();
    const error = await failureOf(parseOfacList(stream, { maxBytes: 99 }), "provider_oversized");
    expect(error.message).toContain("99 bytes");
    expect(wasLetGo()).toBe(true);
  });

  it("when the file is wrong, and lets go of the stream", async () => {
    for (const wrap of [(stream: ByteStream) => stream, (stream: ByteStream) => readerOnly(stream as ReadableStream)]) {
      const { stream, wasLetGo } = endless(new TextEncoder().encode("<html>"));
      await failureOf(parseOfacList(wrap(stream)), "provider_unreadable");
      expect(wasLetGo()).toBe(true);
    }
  });

  it("when the stream breaks off, which is told by the name of its error only", async () => {
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield bytes.subarray(0, 500);
      throw Object.assign(new Error(CANARY), { code: "ECONNRESET" });
    }
    const error = await failureOf(parseOfacList(broken()), "provider_unreachable");
    expect(error.message).toContain("ECONNRESET");
    expect(isLeaked(`${error.stack} ${error.cause}`)).toBe(false);
  });

  it("when the file cannot be opened, which says what to look at", async () => {
    const path = fileURLToPath(new URL(`${CANARY}.XML`, import.meta.url));
    const missing = await failureOf(parseOfacList(createReadStream(path)), "provider_unreachable");
    expect(missing.message).toBe("The file of the list could not be read (ENOENT). Check its path and permissions.");
    expect(isLeaked(`${missing.stack} ${missing.cause}`)).toBe(false);
    const folder = fileURLToPath(new URL(".", import.meta.url));
    const { message } = await failureOf(parseOfacList(createReadStream(folder)), "provider_unreachable");
    expect(message).toContain("could not be read (EISDIR)");
  });

  it("when the caller's signal says so: before, while it waits, between two pieces", async () => {
    await failureOf(parseOfacList(streamed(file), { signal: AbortSignal.abort() }), "aborted");

    const waiting = new AbortController();
    const { stream, wasLetGo } = endless();
    const reading = parseOfacList(stream, { signal: waiting.signal });
    setTimeout(() => waiting.abort("no time"), 5);
    expect((await failureOf(reading, "aborted")).cause).toBe("no time");
    expect(wasLetGo()).toBe(true);

    const ofNode = new Readable({ read: () => undefined });
    ofNode.push(bytes.subarray(0, 100));
    const stopping = new AbortController();
    const second = parseOfacList(ofNode, { signal: stopping.signal });
    setTimeout(() => stopping.abort(), 5);
    await failureOf(second, "aborted");
    expect(ofNode.destroyed).toBe(true);

    const between = new AbortController();
    const onProgress = () => between.abort();
    await failureOf(parseOfacList(streamed(file, [100]), { signal: between.signal, onProgress }), "aborted");
  });

  it("with aborted when the stream has empty pieces without end", async () => {
    const empty = { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: "" }) }) } as const;
    const controller = new AbortController();
    setTimeout(() => controller.abort("enough"), 5);
    const reading = parseOfacList(empty, { signal: controller.signal });
    expect((await failureOf(reading, "aborted")).cause).toBe("enough");
  });

  it("with aborted, too, when the stream ends by the same signal", async () => {
    const controller = new AbortController();
    const hanging = new Promise<never>((_, reject) => {
      controller.signal.addEventListener("abort", () => reject(controller.signal.reason));
    });
    async function* body(): AsyncGenerator<Uint8Array> {
      yield bytes.subarray(0, 100);
      await hanging;
    }
    const reading = parseOfacList(body(), { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    await failureOf(reading, "aborted");
  });

  it("with what onProgress throws", async () => {
    const { stream, wasLetGo } = endless();
    const onProgress = () => {
      throw new RangeError("enough");
    };
    await expect(parseOfacList(stream, { onProgress })).rejects.toThrow(RangeError);
    expect(wasLetGo()).toBe(true);
  });

  it("also when the stream does not let go", async () => {
    const iterator = {
      next: async () => ({ done: false, value: "<html>" }),
      return: () => Promise.reject(new Error(CANARY)),
      [Symbol.asyncIterator]: () => iterator,
    };
    await failureOf(parseOfacList(iterator as AsyncIterable<string>), "provider_unreadable");
    const withoutReturn = { [Symbol.asyncIterator]: () => ({ next: iterator.next }) };
    await failureOf(parseOfacList(withoutReturn as AsyncIterable<string>), "provider_unreadable");
  });
});

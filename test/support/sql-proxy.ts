/** A proxy of a PostgreSQL server that breaks connections before, within or after a chosen statement. */
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * When a connection is closed: before the server receives the statement, after half of it, or after its execution, so that
 * the result is lost. "silence" keeps the connection open, but it does not respond any more.
 */
export type Cut = "before" | "within" | "after" | "silence";

export interface CuttingProxy {
  /** The URL of the database through the proxy. */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a proxy. `choose` receives each statement before its execution. */
export async function cuttingProxy(url: string, choose: (sql: string) => Cut | undefined): Promise<CuttingProxy> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.once("close", () => open.delete(socket));
    }
    join(client, upstream, choose);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server on a TCP port has such an address; a string is for pipes.
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function join(client: Socket, upstream: Socket, choose: (sql: string) => Cut | undefined): void {
  const cut = (): void => {
    client.destroy();
    upstream.destroy();
  };
  const ends: Partial<Record<Cut, (bytes: Buffer) => unknown>> = {
    before: cut,
    within: (bytes) => upstream.write(bytes.subarray(0, bytes.length >> 1), cut),
    silence: () => client.pause(),
  };
  const read = frontendMessages();
  let swallowing = false;
  client.on("data", (chunk) => {
    for (const { bytes, sql } of read(chunk)) {
      const chosen = sql === undefined || swallowing ? undefined : choose(sql);
      const end = chosen && ends[chosen];
      if (end) return void end(bytes);
      if (chosen === "after") swallowing = true;
      upstream.write(bytes);
    }
  });
  upstream.on("data", (chunk) => {
    if (!swallowing) client.write(chunk);
    else if (endsReady(chunk)) cut();
  });
  client.once("close", () => upstream.destroy());
  upstream.once("close", () => client.destroy());
}

/** Whether the server has finished: its last message is ReadyForQuery. */
function endsReady(chunk: Buffer): boolean {
  return chunk.subarray(-6, -1).equals(Buffer.from([0x5a, 0, 0, 0, 5]));
}

interface Message {
  readonly bytes: Buffer;
  /** The text of the statement that this message executes. */
  readonly sql?: string;
}

/** Splits a client's chunks into protocol messages (version 3, without TLS). */
export function frontendMessages(): (chunk: Buffer) => readonly Message[] {
  let rest = Buffer.alloc(0);
  let started = false;
  const statements = new Map<string, string>();
  let bound = "";
  const sqlOf = (type: string, body: Buffer): string | undefined => {
    const [first = "", second = ""] = body.toString("utf8").split("\0", 2);
    if (type === "P") statements.set(first, second);
    if (type === "B") bound = statements.get(second) ?? "";
    if (type === "Q") return first;
    return type === "E" ? bound : undefined;
  };
  const next = (): Message | undefined => {
    // The first message has no letter before its length.
    const letter = started ? 1 : 0;
    if (rest.length < letter + 4) return undefined;
    const length = letter + rest.readUInt32BE(letter);
    if (rest.length < length) return undefined;
    const bytes = rest.subarray(0, length);
    rest = rest.subarray(length);
    const sql = started ? sqlOf(String.fromCharCode(bytes[0] ?? 0), bytes.subarray(5)) : undefined;
    started = true;
    return { bytes, ...(sql !== undefined && { sql }) };
  };
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    const messages: Message[] = [];
    for (let message = next(); message !== undefined; message = next()) messages.push(message);
    return messages;
  };
}

/** What the database says of itself: its salt, and how its records are kept. */
import type { Keyring } from "../encryption.js";
import { type Execute, textOf } from "./database.js";
import { corrupt, whereWritable } from "./failures.js";
import { keyIdOf, type Sealing, sealedWith, unsealed } from "./sealing.js";

/** How records are kept, as the first storage that opened the database wrote down: this text, plain or sealed. */
const RECORDS = "records";
const PLAIN = "plain";
const PLACE = { table: "meta", key: Buffer.from(RECORDS) } as const;

/** How records are written and read, once that is as the database says: the same for all that open it. */
export async function sealingOf(run: Execute, keyring: Keyring | undefined): Promise<Sealing> {
  const sealing = await sealingBy(run, keyring);
  const own = sealing.write(PLACE, PLAIN);
  // Who may only read leaves it to others to write this down.
  const found = (await metaOf(run, RECORDS)) ?? (await whereWritable(() => firstMeta(run, own))) ?? own;
  if (sealing.read(PLACE, found) !== PLAIN) throw corrupt("The database says in no known way how records are kept");
  await whereWritable(() => keepSealedWith(run, found, own));
  return sealing;
}

/** The same without looking at what the database says. */
export async function sealingBy(run: Execute, keyring: Keyring | undefined): Promise<Sealing> {
  const salt = await metaOf(run, "salt");
  if (salt === undefined) throw corrupt("The database has lost the salt of its keys");
  return keyring === undefined ? unsealed : sealedWith(keyring, Buffer.from(salt, "hex"));
}

/** Whether the records are, or will be, plain. */
export async function areRecordsPlain(run: Execute): Promise<boolean> {
  return ((await metaOf(run, RECORDS)) ?? PLAIN) === PLAIN;
}

/** Writes down that records are sealed from now on, with the current key. */
export async function setRecordsSealed(run: Execute, sealing: Sealing): Promise<void> {
  const own = sealing.write(PLACE, PLAIN);
  await keepSealedWith(run, await firstMeta(run, own), own);
}

/** Once the current key has sealed this too, a key before it is needed for what it sealed only. */
async function keepSealedWith(run: Execute, found: string, own: string): Promise<void> {
  if (keyIdOf(found) === keyIdOf(own)) return;
  await run("update vaspkit_meta set value = ? where name = ? and value = ?", [own, RECORDS, found]);
}

async function metaOf(run: Execute, name: string): Promise<string | undefined> {
  const { rows } = await run("select value from vaspkit_meta where name = ?", [name]);
  return rows.map((row) => textOf(row, "value"))[0];
}

/** What stands there now: this, or what somebody else wrote first. */
async function firstMeta(run: Execute, value: string): Promise<string> {
  const insert = "insert into vaspkit_meta (name, value) values (?, ?) on conflict (name) do nothing";
  await run(insert, [RECORDS, value]);
  return (await metaOf(run, RECORDS)) ?? value;
}

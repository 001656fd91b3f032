/** Whether an error repeats what nobody but its caller may read. */

/** A few letters may stand in any sentence. */
const shortestTellable = 8;

/** In its message, its stack, a member, or any of its causes; in whatever case. */
export function isRepeated(thrown: unknown, secret: string): boolean {
  if (secret.length < shortestTellable) return false;
  let error = thrown;
  // A chain of causes may be a ring.
  for (let depth = 0; depth < 10 && error instanceof Error; depth += 1) {
    if (tells(`${error.message} ${error.stack} ${membersOf(error)}`, secret)) return true;
    error = error.cause;
  }
  return typeof error === "string" && tells(error, secret);
}

/** In whatever case: hex is often sent in lower case, and so repeated in it. */
function tells(text: string, secret: string): boolean {
  return text.toLowerCase().includes(secret.toLowerCase());
}

function membersOf(error: Error): string {
  try {
    return JSON.stringify(error);
  } catch {
    // What is no JSON (a ring, a bigint): its own texts are still told.
    return Object.values(error)
      .filter((value) => typeof value === "string")
      .join(" ");
  }
}

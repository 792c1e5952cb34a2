/**
 * What no answer says, whatever was sent: where the programs lie, what they are called inside, what the database said.
 */
const leaks: readonly RegExp[] = [
  /\n\s+at \S/,
  /\bat \S+ \((?:file|node|\/)/,
  /node:internal|node_modules|file:\/\/\/\S+\.[jt]s/,
  /\b(?:server|engine|contract)\/[a-z-]+\/[a-z-]+\.ts\b/,
  /\b(?:Type|Range|Syntax|Reference|Aggregate|Assertion)Error\b/,
  /syntax error at or near|invalid byte sequence|invalid input syntax|duplicate key value|violates \S+ constraint/,
  /out of range for type|relation "\w|column "\w|ECONN|EPIPE|FST_ERR|password_hash|kysely/i,
];

/** What stands in files that are nobody's business. */
const files: readonly RegExp[] = [
  /root:x:0:0/,
  /"workspaces"/,
  /repositoryformatversion/,
  /^import .+ from 'fastify';$/m,
];

/**
 * The first of these that a text says; null when it says none. Articles speak of programs and databases, and scripts of
 * what may go wrong: in what anybody is meant to read only `files` are looked for.
 */
export function leakIn(text: string, isMeantToBeRead: boolean): string | null {
  for (const leak of isMeantToBeRead ? files : [...leaks, ...files]) {
    const found = leak.exec(text);
    if (found !== null) return found[0];
  }
  return null;
}

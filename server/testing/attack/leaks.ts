/** Patterns that no answer may contain: file paths, internal names, database messages. */
const leaks: readonly RegExp[] = [
  /\n\s+at \S/,
  /\bat \S+ \((?:file|node|\/)/,
  /node:internal|node_modules|file:\/\/\/\S+\.[jt]s/,
  /\b(?:server|engine|contract)\/[a-z-]+\/[a-z-]+\.ts\b/,
  /\b(?:Type|Range|Syntax|Reference|Aggregate|Assertion)Error\b/,
  /syntax error at or near|invalid byte sequence|invalid input syntax|duplicate key value|violates \S+ constraint/,
  /out of range for type|relation "\w|column "\w|ECONN|EPIPE|FST_ERR|password_hash|kysely/i,
];

/** Content of files that must not be served. */
const files: readonly RegExp[] = [
  /root:x:0:0/,
  /"workspaces"/,
  /repositoryformatversion/,
  /^import .+ from 'fastify';$/m,
];

/**
 * The first match in a text; null if there is none. Articles and scripts legitimately mention programs and errors, so
 * public content is searched for `files` only.
 */
export function leakIn(text: string, isMeantToBeRead: boolean): string | null {
  for (const leak of isMeantToBeRead ? files : [...leaks, ...files]) {
    const found = leak.exec(text);
    if (found !== null) return found[0];
  }
  return null;
}

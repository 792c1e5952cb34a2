/** The longest text that is shown whole, in characters. */
const longest = 9;
/** How many characters a longer one loses. */
const lost = 4;

/** A long name as it stands where space is scarce: over nine characters it loses its last four. */
export function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length > longest ? `${characters.slice(0, -lost).join('')}…` : text;
}

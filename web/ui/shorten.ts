/** The longest text that is kept whole, in characters. */
const longest = 9;
/** How many characters a longer text loses. */
const lost = 4;

/** Shortens a name for a narrow place: one of more than nine characters loses its last four. */
export function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length > longest ? `${characters.slice(0, -lost).join('')}…` : text;
}

/** How many lists and objects of a body or message may stand within each other; no call takes more than three. */
export const deepest = 16;

const quote = 34;
const backslash = 92;
const openings = new Set([91, 123]);
const closings = new Set([93, 125]);

/**
 * Whether lists and objects of a JSON text stand deeper within each other than so many, found out before it is read.
 */
export function isNestedBeyond(text: string, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (inText) {
      if (character === backslash) at += 1;
      else if (character === quote) inText = false;
    } else if (character === quote) inText = true;
    else if (openings.has(character)) {
      depth += 1;
      if (depth > most) return true;
    } else if (closings.has(character)) depth -= 1;
  }
  return false;
}

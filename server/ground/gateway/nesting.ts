/** Maximum nesting depth of lists and objects in a body or message; no call needs more than three. */
export const maxNesting = 16;

const quote = 34;
const backslash = 92;
const openings = new Set([91, 123]);
const closings = new Set([93, 125]);

/** Whether the lists and objects of a JSON text are nested deeper than `max`, determined without parsing it. */
export function isNestedBeyond(text: string, max: number): boolean {
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
      if (depth > max) return true;
    } else if (closings.has(character)) depth -= 1;
  }
  return false;
}

import { inexactNumberIn } from '../../gateway/index.ts';

/** The parsed JSON, or undefined if the text is not JSON or has a number that would be rounded. */
export function parsed(text: string): unknown {
  if (inexactNumberIn(text) !== null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

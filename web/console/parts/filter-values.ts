import { conforms } from '@bourse/contract';
import type { ConsoleCall } from '@bourse/contract/console';

type Schema = ConsoleCall['input'];

const paging: ReadonlySet<string> = new Set(['cursor', 'limit']);

/** The query parameters that the input of a list declares and accepts, apart from paging. */
export function filtersIn(input: Schema, query: URLSearchParams): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, schema] of fieldsOf(input)) {
    const value = query.get(name);
    if (value !== null && !paging.has(name) && conforms(schema, value)) found[name] = value;
  }
  return found;
}

function fieldsOf(input: Schema): readonly (readonly [string, Schema])[] {
  const properties: unknown = 'properties' in input ? input.properties : {};
  return isFields(properties) ? Object.entries(properties) : [];
}

function isFields(value: unknown): value is Readonly<Record<string, Schema>> {
  return typeof value === 'object' && value !== null;
}

/** The value of a `datetime-local` field for epoch milliseconds, in UTC. */
export function localOf(milliseconds: string): string {
  const time = Number(milliseconds);
  const isTime = milliseconds !== '' && Math.abs(time) <= lastTimeMs;
  return isTime ? new Date(time).toISOString().slice(0, 16) : '';
}

/** Epoch milliseconds of a `datetime-local` value in UTC; null while it is incomplete. */
export function millisecondsOf(local: string): string | null {
  const time = Date.parse(`${local}Z`);
  return Number.isNaN(time) ? null : String(time);
}

/** The latest time that a `Date` can hold. */
const lastTimeMs = 8.64e15;

import type { FieldTypes, ValueType } from '../declaration/value-type.ts';
import type { Random } from './random.ts';

/** A random object with these fields, generated from their declared shapes. */
export function randomFields(fields: FieldTypes, random: Random): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, randomValue(type, random)]));
}

/** A random value of a declared type. Integers are small, around zero, or anywhere within the bounds. */
function randomValue({ shape }: ValueType<unknown>, random: Random): unknown {
  switch (shape.kind) {
    case 'integer':
      return randomInteger(shape.min, shape.max, random);
    case 'boolean':
      return random.oneIn(2);
    case 'text':
      return randomText(shape.maxLength, random);
    case 'choice':
      return random.anyOf(shape.of);
    case 'nullable':
      return random.oneIn(3) ? null : randomValue(shape.of, random);
    case 'list':
      return Array.from({ length: random.integer(0, 3) }, () => randomValue(shape.of, random));
    case 'record':
      return randomFields(shape.of, random);
    case 'variants': {
      const [name, fields] = random.anyOf(Object.entries(shape.of)) ?? ['', {}];
      return { [shape.by]: name, ...randomFields(fields, random) };
    }
    case 'facts':
      return { reason: randomText(8, random), figure: random.integer(0, 9) };
  }
}

function randomInteger(min: number, max: number, random: Random): number {
  if (random.oneIn(4)) return random.pick([min, max, 0]);
  const bits = random.integer(1, 52);
  const value = random.integer(0, 2 ** Math.min(bits, 31)) * 2 ** Math.max(0, bits - 31);
  return Math.min(max, Math.max(min, min < 0 && random.oneIn(2) ? 0 - value : value));
}

/** Digits only, because every alphabet of the exchange contains them. */
function randomText(maxLength: number, random: Random): string {
  const length = random.integer(1, Math.min(maxLength, 12));
  return Array.from({ length }, () => random.integer(0, 9)).join('');
}

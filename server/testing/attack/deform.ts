import { hostileFields, hostileJson } from './arsenal.ts';
import type { Chance } from './chance.ts';
import { Fields, isList, type Json, jsonText, Verbatim } from './json.ts';

/** A copy of the value with a random defect, which the receiver may or may not reject. */
export function deformed(value: Json, chance: Chance): Json {
  if (value instanceof Fields && (value.list.length === 0 || chance.happens(0.25)))
    return deformedFields(value, chance);
  if (value instanceof Fields) {
    const at = chance.below(value.list.length);
    const [name, field] = value.list[at] ?? ['', null];
    return value.replaced(at, [name, deformed(field, chance)]);
  }
  if (isList(value) && value.length > 0 && chance.happens(0.6)) {
    const at = chance.below(value.length);
    return value.toSpliced(at, 1, deformed(value[at] ?? null, chance));
  }
  return deformedValue(value, chance);
}

/** Removes, adds, duplicates or renames a field. */
function deformedFields(fields: Fields, chance: Chance): Fields {
  const at = chance.below(Math.max(1, fields.list.length));
  const [name, value] = fields.list[at] ?? ['a', null];
  return chance.weighted<() => Fields>([
    [3, () => fields.replaced(at)],
    [2, () => fields.with(...hostileFields(chance).list)],
    [1, () => new Fields([...hostileFields(chance).list, ...fields.list])],
    [1, () => fields.with([name, hostileJson(chance)])],
    [1, () => fields.replaced(at, [`${name} `, value])],
    [1, () => fields.replaced(at, [name.toUpperCase(), value])],
    [1, () => fields.replaced(at, ['__proto__', new Fields([[name, value]])])],
    [1, () => new Fields([['__proto__', fields]])],
  ])();
}

function deformedValue(value: Json, chance: Chance): Json {
  return chance.weighted<() => Json>([
    [8, () => hostileJson(chance)],
    [1, () => [value]],
    [1, () => [[value]]],
    [1, () => new Fields([['0', value]])],
    [1, () => (isList(value) ? Array.from({ length: 21 }, () => value[0] ?? 1) : null)],
    [3, () => respelt(value, chance)],
  ])();
}

/** A variant of the value that a careless parser would treat as equal. */
function respelt(value: Json, chance: Chance): Json {
  if (typeof value === 'number') {
    return chance.pick<Json>([
      String(value),
      -value,
      value + 0.5,
      new Verbatim(`${value}e0`),
      new Verbatim(`${value}.0`),
    ]);
  }
  if (typeof value !== 'string') return chance.pick<Json>(['', 0, null, jsonText(value)]);
  return chance.pick<Json>(
    [
      ` ${value}`,
      `${value} `,
      `\u200b${value}`,
      `${value}\u0000`,
      `\u202e${value}`,
      `+${value}`,
      `-${value}`,
      `${value}e0`,
      `${value}.`,
      `00${value}`,
      `${value}'`,
      value.toUpperCase(),
      value.split('').toReversed().join(''),
      value.repeat(50),
      Number(value),
    ].map((spelling) => (typeof spelling === 'number' && !Number.isFinite(spelling) ? new Verbatim('NaN') : spelling)),
  );
}

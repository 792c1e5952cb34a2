import type { Static, TSchema } from 'typebox';

/** Whether a value conforms. Compiled once per schema. */
type Check = (value: unknown) => boolean;

const checks = new WeakMap<object, Check>();

/**
 * Whether an external value conforms to a schema. The page checks every answer, including lists of a thousand markets,
 * so each schema is compiled to closures once; unlike generated code, these are compatible with a strict content
 * security policy.
 *
 * @throws Error if the schema has an unsupported keyword
 */
export function conforms<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return checkOf(schema)(value);
}

function checkOf(schema: object): Check {
  let check = checks.get(schema);
  if (check === undefined) {
    check = compile(schema);
    checks.set(schema, check);
  }
  return check;
}

function compile(schema: object): Check {
  const parts = Object.entries(schema).flatMap(([keyword, said]) => {
    const part = partOf(keyword, said, schema);
    return part === null ? [] : [part];
  });
  const [first, second, third] = parts;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (third === undefined) return (value) => first(value) && second(value);
  return (value) => parts.every((part) => part(value));
}

/**
 * The check for one keyword, which accepts all values of types that it does not apply to; null if there is nothing to
 * check.
 */
function partOf(keyword: string, said: unknown, schema: object): Check | null {
  switch (keyword) {
    case 'type':
      return typeCheck(said);
    case 'properties':
      return propertiesCheck(schemasIn(said), requiredOf(schema));
    case 'patternProperties':
      return patternsCheck(schemasIn(said));
    case 'items': {
      if (Array.isArray(said)) return tupleCheck(said.map((item) => checkOf(schemaIn(item))));
      const item = checkOf(schemaIn(said));
      return (value) => !Array.isArray(value) || value.every(item);
    }
    case 'anyOf': {
      const choices = listIn(said).map((choice) => checkOf(schemaIn(choice)));
      return (value) => choices.some((choice) => choice(value));
    }
    case 'allOf': {
      const members = listIn(said).map((member) => checkOf(schemaIn(member)));
      return (value) => members.every((member) => member(value));
    }
    case 'enum': {
      const values = new Set(listIn(said));
      return (value) => values.has(value);
    }
    case 'const':
      return (value) => value === said;
    case 'pattern': {
      const pattern = new RegExp(String(said), 'u');
      return (value) => typeof value !== 'string' || pattern.test(value);
    }
    case 'minLength':
      return (value) => typeof value !== 'string' || Array.from(value).length >= numberIn(said);
    case 'maxLength':
      return (value) => typeof value !== 'string' || Array.from(value).length <= numberIn(said);
    case 'minItems':
      return (value) => !Array.isArray(value) || value.length >= numberIn(said);
    case 'maxItems':
      return (value) => !Array.isArray(value) || value.length <= numberIn(said);
    case 'uniqueItems':
      return (value) =>
        !Array.isArray(value) || new Set(value.map((item) => JSON.stringify(item))).size === value.length;
    case 'minimum':
      return (value) => typeof value !== 'number' || value >= numberIn(said);
    case 'maximum':
      return (value) => typeof value !== 'number' || value <= numberIn(said);
    // Handled together with the properties or the items, or meant for documentation only.
    case 'additionalItems':
    case 'required':
    case 'examples':
    case 'description':
      return null;
    default:
      // Internal keywords of the schema library.
      if (keyword.startsWith('~')) return null;
      throw new Error(`a schema has the keyword ${keyword}, which is not supported`);
  }
}

function typeCheck(type: unknown): Check {
  switch (type) {
    case 'object':
      return isObject;
    case 'array':
      return Array.isArray;
    case 'string':
      return (value) => typeof value === 'string';
    case 'integer':
      return Number.isInteger;
    case 'number':
      return Number.isFinite;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'null':
      return (value) => value === null;
    default:
      throw new Error(`a schema has the type ${String(type)}, which is not supported`);
  }
}

function propertiesCheck(properties: ReadonlyMap<string, object>, required: ReadonlySet<string>): Check {
  const fields = Array.from(properties, ([name, schema]) => ({
    name,
    check: checkOf(schema),
    isRequired: required.has(name),
  }));
  return (value) => {
    if (!isObject(value)) return true;
    for (const { name, check, isRequired } of fields) {
      const field = value[name];
      if (field === undefined ? isRequired : !check(field)) return false;
    }
    return true;
  };
}

/** A list of fixed length; `minItems` requires its items. */
function tupleCheck(items: readonly Check[]): Check {
  return (value) =>
    !Array.isArray(value) || (value.length <= items.length && value.every((item, at) => items[at]?.(item) ?? false));
}

function patternsCheck(patterns: ReadonlyMap<string, object>): Check {
  const rules = Array.from(patterns, ([pattern, schema]) => ({
    pattern: new RegExp(pattern, 'u'),
    check: checkOf(schema),
  }));
  return (value) =>
    !isObject(value) ||
    Object.entries(value).every(([name, field]) =>
      rules.every(({ pattern, check }) => !pattern.test(name) || check(field)),
    );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function requiredOf(schema: object): ReadonlySet<string> {
  return new Set('required' in schema ? listIn(schema.required).map(String) : []);
}

function schemasIn(said: unknown): ReadonlyMap<string, object> {
  return new Map(Object.entries(schemaIn(said)).map(([name, schema]) => [name, schemaIn(schema)]));
}

function schemaIn(said: unknown): object {
  if (!isObject(said)) throw new Error('a schema contains another value instead of a schema');
  return said;
}

function listIn(said: unknown): readonly unknown[] {
  if (!Array.isArray(said)) throw new Error('a schema contains another value instead of a list');
  return said;
}

function numberIn(said: unknown): number {
  if (typeof said !== 'number') throw new Error('a schema contains another value instead of a number');
  return said;
}

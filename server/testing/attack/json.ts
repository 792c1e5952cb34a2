/** Raw text in JSON, for values that JavaScript cannot represent: `1e400`, `NaN`, a lone surrogate. */
export class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON as an attacker may send it. An object is a list of fields, so that names can repeat or be `__proto__`. */
export type Json = null | boolean | number | string | Verbatim | readonly Json[] | Fields;

export class Fields {
  readonly list: readonly (readonly [name: string, value: Json])[];

  constructor(list: readonly (readonly [name: string, value: Json])[]) {
    this.list = list;
  }

  /** Replaces the field at an index with other fields, or removes it. */
  replaced(at: number, ...by: readonly (readonly [string, Json])[]): Fields {
    return new Fields(this.list.toSpliced(at, 1, ...by));
  }

  with(...more: readonly (readonly [string, Json])[]): Fields {
    return new Fields([...this.list, ...more]);
  }
}

export function jsonText(json: Json): string {
  if (json instanceof Verbatim) return json.text;
  if (json instanceof Fields) {
    return `{${json.list.map(([name, value]) => `${JSON.stringify(name)}:${jsonText(value)}`).join(',')}}`;
  }
  if (isList(json)) return `[${json.map(jsonText).join(',')}]`;
  return JSON.stringify(json);
}

export function isList(json: Json): json is readonly Json[] {
  return Array.isArray(json);
}

/** The parsed value; undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Converts a JavaScript value to `Json`. */
export function jsonOf(value: unknown): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value === 'object') return new Fields(Object.entries(value).map(([name, field]) => [name, jsonOf(field)]));
  throw new Error(`not representable as JSON: ${typeof value}`);
}

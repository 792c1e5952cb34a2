/** A field with its value before and after an action, as text; null where it is absent. */
export interface Change {
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The fields that differ between two JSON values; fields of objects within objects are joined by dots. */
export function changesBetween(before: unknown, after: unknown): Change[] {
  const old = fieldsOf(before);
  const fresh = fieldsOf(after);
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: fresh.get(field) ?? null }))
    .filter((change) => change.before !== change.after);
}

function fieldsOf(value: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string, inner: unknown): void => {
    if (inner === undefined || inner === null) return;
    if (typeof inner === 'object' && !Array.isArray(inner)) {
      for (const [name, field] of Object.entries(inner)) visit(path === '' ? name : `${path}.${name}`, field);
    } else {
      found.set(path, typeof inner === 'string' ? inner : JSON.stringify(inner));
    }
  };
  visit('', value);
  return found;
}

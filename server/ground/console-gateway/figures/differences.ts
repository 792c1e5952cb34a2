/** The fields of two states that differ, before and after a change. */
export function differences<Values extends object>(
  before: Values,
  after: Values,
): { readonly before: Partial<Values>; readonly after: Partial<Values> } {
  const changed: { before: Partial<Values>; after: Partial<Values> } = { before: {}, after: {} };
  for (const name of Object.keys(after)) {
    const [old, now]: [unknown, unknown] = [Reflect.get(before, name), Reflect.get(after, name)];
    if (old === now) continue;
    Object.assign(changed.before, { [name]: old });
    Object.assign(changed.after, { [name]: now });
  }
  return changed;
}

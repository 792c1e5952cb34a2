/**
 * Passes on the first value and each that differs from the previous one. Setting an unchanged React state renders
 * nothing, but React queues every update until the next render, so a stream of unchanged values would leak memory.
 */
export function tellChanges<Value>(tell: (value: Value) => void): (value: Value) => void {
  let told: { readonly value: Value } | null = null;
  return (value) => {
    if (told !== null && told.value === value) return;
    told = { value };
    tell(value);
  };
}

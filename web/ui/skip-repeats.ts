/**
 * Passes on the first value and each that differs from the previous one. Setting an unchanged React state renders
 * nothing, but React queues every update until the next render, so a stream of unchanged values would leak memory.
 */
export function skipRepeats<Value>(listener: (value: Value) => void): (value: Value) => void {
  let last: { readonly value: Value } | null = null;
  return (value) => {
    if (last !== null && last.value === value) return;
    last = { value };
    listener(value);
  };
}

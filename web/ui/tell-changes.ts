/**
 * Hands on the first value, and each that is another than the one before. A component that is given what it has already
 * is not drawn, but React keeps what it was given until it is: what is told without end must not be told for nothing.
 */
export function tellChanges<Value>(tell: (value: Value) => void): (value: Value) => void {
  let told: { readonly value: Value } | null = null;
  return (value) => {
    if (told !== null && told.value === value) return;
    told = { value };
    tell(value);
  };
}

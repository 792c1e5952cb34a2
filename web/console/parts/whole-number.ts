/** An entered whole number; null if it is not one or out of range. */
export function wholeNumber(text: string, min: number, max: number): number | null {
  const trimmed = text.trim();
  if (!/^[+-]?[0-9]{1,16}$/.test(trimmed)) return null;
  const number = Number(trimmed);
  return Number.isSafeInteger(number) && number >= min && number <= max ? number : null;
}

/** The `ref` of an element that opens below its row: below the last row of a phone, the buttons would cover it. */
export function scrollIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

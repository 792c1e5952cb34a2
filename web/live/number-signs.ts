/** The decimal and grouping separators of a locale. */
export interface NumberSigns {
  readonly decimal: string;
  readonly group: string;
}

export function numberSigns(locale: string): NumberSigns {
  const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(12_345.6);
  const sign = (type: string, otherwise: string): string =>
    parts.find((part) => part.type === type)?.value ?? otherwise;
  return { decimal: sign('decimal', '.'), group: sign('group', ',') };
}

/** Parses numbers as users type or paste them, by their locale. */

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

/**
 * Parses a number into a plain decimal ("1234.5"), or null when it is not one.
 * Typed text may have one separator, which is the decimal separator in every locale; a second one is refused, because a
 * stray key must not multiply an amount by ten. Pasted text may have grouping and a currency before or after the
 * number. Of two kinds of separators the last is the decimal one. A single separator is the decimal one unless it is
 * the locale's grouping separator in a grouping position.
 */
export function readDecimalInput(text: string, signs: NumberSigns, pasted: boolean): string | null {
  const bare = compacted(text);
  const compact = pasted ? withoutCurrency(bare) : bare;
  if (!/^[0-9.,]*$/.test(compact)) return null;
  if (compact === '') return '';
  const separators = [...compact.matchAll(/[.,]/g)];
  const kinds = new Set(separators.map(([sign]) => sign));
  const [only] = separators;
  if (separators.length === 0 || only === undefined) return compact;
  if (separators.length > 1) {
    if (!pasted) return null;
    if (kinds.size === 2) return joinAtLast(compact);
    return /^\d{1,3}([.,]\d{2,3})+$/.test(compact) ? compact.replace(/[.,]/g, '') : null;
  }
  const groups = pasted && only[0] === signs.group && /^[1-9]\d{0,2}[.,]\d{3}$/.test(compact);
  return groups ? compact.replace(/[.,]/g, '') : compact.replace(',', '.');
}

/** Removes spaces and grouping marks that only aid reading, and converts full-width digits and separators. */
function compacted(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s'’_]/g, '')
    .replace(/。/g, '.');
}

/** Removes a currency sign or code before or after a number: "$1,234", "1,234.50 USDT". */
function withoutCurrency(compact: string): string {
  return compact.replace(/^(?:\p{Sc}|[A-Z]{2,10})(?=[\d.,])/u, '').replace(/(?<=[\d.,])(?:\p{Sc}|[A-Z]{2,10})$/u, '');
}

function joinAtLast(compact: string): string | null {
  const at = Math.max(compact.lastIndexOf('.'), compact.lastIndexOf(','));
  const whole = compact.slice(0, at);
  const sign = compact.charAt(at);
  if (whole.includes(sign)) return null;
  return `${whole.replace(/[.,]/g, '')}.${compact.slice(at + 1)}`;
}

/**
 * Whether a text is a number, or the beginning of one, with at most `decimals` decimals: the texts that a field
 * accepts.
 */
export function isDecimalDraft(text: string, decimals: number): boolean {
  if (text.length > 24) return false;
  return decimals === 0 ? /^\d*$/.test(text) : new RegExp(`^\\d*\\.?\\d{0,${decimals}}$`).test(text);
}

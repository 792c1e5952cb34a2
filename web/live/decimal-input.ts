/** What people type or paste as a number, understood by their locale. */

/** The signs with which a locale writes a number. */
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
 * Reads a number as a plain decimal ("1234.5"), or null when it is none. What is typed has one separator, the decimal
 * sign in every locale: a second one is refused, since a key that was hit by mistake must not make ten of one. What is
 * pasted may have groups, and its currency before or behind it: of two kinds of separators the last one is the decimal
 * sign; a single one is, unless it is the locale's own grouping sign and stands where groups stand.
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

/**
 * Without what only makes a number easier to read, and with the digits and signs of a full-width keyboard as plain
 * ones.
 */
function compacted(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s'’_]/g, '')
    .replace(/。/g, '.');
}

/** "$1,234", "1,234.50 USDT": a sign or code as it stands beside figures elsewhere. */
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

/** Whether a text is a number or the beginning of one, with at most so many decimals: what a field lets in. */
export function isDecimalDraft(text: string, decimals: number): boolean {
  if (text.length > 24) return false;
  return decimals === 0 ? /^\d*$/.test(text) : new RegExp(`^\\d*\\.?\\d{0,${decimals}}$`).test(text);
}

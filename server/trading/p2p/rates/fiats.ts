import { type PaymentCode, paymentTypes, readPaymentCodes } from '@bourse/contract/payments';

/** The decimals of a stored rate. */
export const rateDecimals = 8;

/** A fiat currency in which coins can be traded. */
export interface Fiat {
  readonly code: string;
  /** Decimals of amounts. */
  readonly decimals: number;
  /** The least decimals of prices: so many that one unit is about 0.1 % of a dollar. */
  readonly priceDecimals: number;
  /** Units for one dollar in a demo. */
  readonly demoRate: string;
}

/** All fiat currencies, in the order of the page. Those with a rate and a payment type are offered. */
export const fiats: readonly Fiat[] = [
  { code: 'CNY', decimals: 2, priceDecimals: 2, demoRate: '7.18' },
  { code: 'USD', decimals: 2, priceDecimals: 3, demoRate: '1' },
  { code: 'EUR', decimals: 2, priceDecimals: 3, demoRate: '0.92' },
  { code: 'GBP', decimals: 2, priceDecimals: 3, demoRate: '0.79' },
  { code: 'BRL', decimals: 2, priceDecimals: 2, demoRate: '5.43' },
  { code: 'INR', decimals: 2, priceDecimals: 2, demoRate: '84.6' },
  { code: 'TRY', decimals: 2, priceDecimals: 2, demoRate: '34.5' },
  { code: 'VND', decimals: 0, priceDecimals: 0, demoRate: '25400' },
  { code: 'KRW', decimals: 0, priceDecimals: 0, demoRate: '1390' },
  { code: 'JPY', decimals: 0, priceDecimals: 1, demoRate: '154' },
];

const byCode: ReadonlyMap<string, Fiat> = new Map(fiats.map((fiat) => [fiat.code, fiat]));

export function findFiat(code: string): Fiat | null {
  return byCode.get(code) ?? null;
}

/** The fiat currency of a stored row. Throws if it is unknown. */
export function fiatOf(code: string): Fiat {
  const fiat = byCode.get(code);
  if (fiat === undefined) throw new Error(`the fiat currency ${code} is unknown`);
  return fiat;
}

/** The offered payment types that pay in a fiat currency. */
export function codesFor(fiat: string, offered: string): readonly PaymentCode[] {
  return (readPaymentCodes(offered) ?? []).filter((code) => paysIn(code, fiat));
}

function paysIn(code: PaymentCode, fiat: string): boolean {
  const { fiats: accepted } = paymentTypes[code];
  return accepted.length === 0 || accepted.includes(fiat);
}

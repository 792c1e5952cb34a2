import type { LegalCurrencies, LegalMethod } from '@bourse/contract/p2p';
import { maskedNumber, type PaymentMethod } from '@bourse/contract/payments';
import type { AdDraft } from './ad-draft.ts';

/** A payment method that an ad can have. */
export interface MethodOption {
  /** The id of an own method, or of a payment type on an ad that buys. */
  readonly method: number;
  readonly name: string;
  /** Whether the payer or a bank can take a payment back, which is a risk for a seller only. */
  readonly isReversible: boolean;
}

/** The payment methods that an ad of this side in this fiat currency can have. */
export function methodOptions(
  { fiat, side }: Pick<AdDraft, 'fiat' | 'side'>,
  { fiats }: Pick<LegalCurrencies, 'fiats'>,
  own: readonly PaymentMethod[],
): readonly MethodOption[] {
  const types = fiats.find(({ code }) => code === fiat)?.methods ?? [];
  if (side === 'buy') return types.map(({ name, type }) => ({ method: type, name, isReversible: false }));
  return own.flatMap((method) => optionOfOwn(method, types));
}

/** The draft without methods that it can no longer have, such as one that was removed. */
export function withKnownMethods(draft: AdDraft, options: readonly MethodOption[]): AdDraft {
  return { ...draft, methods: draft.methods.filter((one) => options.some(({ method }) => method === one)) };
}

function optionOfOwn(
  { code, id, name, offered, raw_data: data, type }: PaymentMethod,
  types: readonly LegalMethod[],
): MethodOption[] {
  const offer = types.find((one) => one.type === type);
  if (offered === 0 || offer === undefined) return [];
  return [{ method: id, name: `${name} ${maskedNumber(code, data)}`, isReversible: offer.reversible === 1 }];
}

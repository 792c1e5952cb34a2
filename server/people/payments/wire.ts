import {
  type OfferedPaymentType,
  type PaymentCode,
  type PaymentMethod,
  paymentTypes,
  readPaymentCodes,
} from '@bourse/contract/payments';
import type { Language } from '@bourse/contract/texts';
import { say } from '../../ground/texts/index.ts';
import type { StoredMethod } from './payment-methods.ts';

/** The codes of the offered types, in their order. */
export function offeredCodes(setting: string): readonly PaymentCode[] {
  return readPaymentCodes(setting) ?? [];
}

export function typeOnWire(code: PaymentCode, language: Language): OfferedPaymentType {
  const { fiats, fields, id, instant, optional, reversible } = paymentTypes[code];
  return {
    id,
    code,
    name: say(language, `payTypes.${code}`),
    fields: [
      ...fields.map((name) => ({ name, required: 1 as const })),
      ...optional.map((name) => ({ name, required: 0 as const })),
    ],
    fiats: [...fiats],
    instant: instant ? 1 : 0,
    reversible: reversible ? 1 : 0,
  };
}

export function methodOnWire(
  { changedAtMs, code, data, id, version }: StoredMethod,
  offered: readonly PaymentCode[],
  language: Language,
): PaymentMethod {
  return {
    id,
    type: paymentTypes[code].id,
    code,
    name: say(language, `payTypes.${code}`),
    offered: offered.includes(code) ? 1 : 0,
    raw_data: data,
    version,
    changed_at: changedAtMs,
  };
}

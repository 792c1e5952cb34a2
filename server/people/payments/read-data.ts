import { imageIdOf, imageUrl } from '@bourse/contract/images';
import {
  compactData,
  type DataRefusal,
  judgeData,
  type PaymentCode,
  type PaymentData,
} from '@bourse/contract/payments';
import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import { refused, type Refused } from '../../ground/gateway/index.ts';

/** The data of a payment method in its stored form, or the refusal of its first missing or invalid field. */
export function readData(
  code: PaymentCode,
  given: PaymentData,
): { readonly data: PaymentData } | Refused<DataRefusal | 'collect_qrcode_unknown'> {
  const data = compactData(code, given);
  const wrong = judgeData(code, data);
  if (wrong !== null) return refused(wrong.error);
  const { bic, iban, qrcode } = data;
  // Only SEPA transfers have an IBAN field.
  if (iban !== undefined && !(isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2)))) {
    return refused('collect_iban_invalid');
  }
  if (bic !== undefined && !isValidBIC(bic)) return refused('collect_bic_invalid');
  if (qrcode === undefined) return { data };
  const image = imageIdOf(qrcode);
  return image === null ? refused('collect_qrcode_unknown') : { data: { ...data, qrcode: imageUrl(image) } };
}

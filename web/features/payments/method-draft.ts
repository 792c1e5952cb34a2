import {
  compactData,
  type DataRefusal,
  fieldOfDataRefusal,
  isSameName,
  judgeData,
  maxFieldLengths,
  type OfferedPaymentType,
  type PaymentData,
  type PaymentField,
} from '@bourse/contract/payments';
import type { PlainKey } from '../../app/i18n/plain-key.ts';

/** A field of the form: one of the payment type, or the trade password. */
export type FormField = PaymentField | 'pay_password';

export interface MethodDraft {
  readonly data: PaymentData;
  readonly payPassword: string;
}

/** The texts of the problems that the contract finds. */
const problemTexts = {
  collect_name_required: 'errors.collect_name_required',
  collect_account_required: 'errors.collect_account_required',
  collect_qrcode_required: 'errors.collect_qrcode_required',
  collect_bank_name_required: 'errors.collect_bank_name_required',
  collect_bank_address_required: 'errors.collect_bank_address_required',
  collect_card_required: 'errors.collect_card_required',
  collect_card_invalid: 'errors.collect_card_invalid',
  collect_iban_required: 'errors.collect_iban_required',
  collect_iban_invalid: 'errors.collect_iban_invalid',
  collect_bic_invalid: 'errors.collect_bic_invalid',
  collect_phone_invalid: 'errors.collect_phone_invalid',
  collect_email_required: 'errors.collect_email_required',
  collect_email_invalid: 'errors.collect_email_invalid',
  collect_pix_key_required: 'errors.collect_pix_key_required',
  collect_pix_key_invalid: 'errors.collect_pix_key_invalid',
  collect_vpa_required: 'errors.collect_vpa_required',
  collect_vpa_invalid: 'errors.collect_vpa_invalid',
} as const satisfies Record<DataRefusal, PlainKey>;

/** The first error of a draft with its field. */
export interface DraftError {
  readonly field: FormField;
  readonly text: PlainKey;
}

/** The draft of a new method, with the verified name, or of the changes of a method. */
export function draftOf(data: PaymentData | null, realName: string): MethodDraft {
  return { data: data ?? { real_name: realName }, payPassword: '' };
}

/** The first error of a draft; null if it can be sent. The check digits of numbers are left to the server. */
export function judgeDraft(
  { data, payPassword }: MethodDraft,
  { code }: Pick<OfferedPaymentType, 'code'>,
  realName: string,
): DraftError | null {
  const compact = compactData(code, data);
  const wrong = judgeData(code, compact);
  if (wrong !== null) return { field: wrong.field, text: problemTexts[wrong.error] };
  if (!isSameName(compact.real_name ?? '', realName)) {
    return { field: 'real_name', text: 'errors.collect_name_differs' };
  }
  return payPassword === '' ? { field: 'pay_password', text: 'errors.pay_password_required' } : null;
}

/** The field that a refusal of the server concerns; null if it concerns the method as a whole. */
export function fieldOfRefusal(error: string): FormField | null {
  switch (error) {
    case 'collect_name_differs':
      return 'real_name';
    case 'collect_qrcode_unknown':
      return 'qrcode';
    case 'pay_password_missing':
    case 'pay_password_required':
    case 'pay_password_wrong':
    case 'pay_password_locked':
      return 'pay_password';
    default:
      return fieldOfDataRefusal(error);
  }
}

/** How the keyboard of a phone and password managers treat a field. */
export function inputOf(field: Exclude<PaymentField, 'qrcode'>) {
  const maxLength = maxFieldLengths[field];
  switch (field) {
    case 'card_no':
      // Account numbers of some countries have letters.
      return { maxLength, autoComplete: 'off', spellCheck: false } as const;
    case 'phone':
      return { maxLength, autoComplete: 'off', inputMode: 'tel' } as const;
    case 'email':
      return { maxLength, autoComplete: 'off', inputMode: 'email', spellCheck: false } as const;
    case 'iban':
    case 'bic':
    case 'pix_key':
    case 'vpa':
    case 'account':
      return { maxLength, autoComplete: 'off', spellCheck: false } as const;
    case 'real_name':
    case 'bank_name':
    case 'bank_address':
      return { maxLength, autoComplete: 'off' } as const;
  }
}

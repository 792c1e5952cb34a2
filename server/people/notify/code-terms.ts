import type { DecimalInput, IntegerInput } from '@bourse/contract';

/** The terms of a withdrawal as one text, to which its code is bound. */
export function withdrawalTerms({
  address,
  currency_protocol_id,
  memo = '',
  number,
}: {
  readonly address: string;
  readonly currency_protocol_id: IntegerInput;
  readonly memo?: string | undefined;
  readonly number: DecimalInput;
}): string {
  return JSON.stringify([Number(currency_protocol_id), String(number), address.trim(), memo.trim()]);
}

/** The terms of coins sent to a user as one text, to which their code is bound; never that of a withdrawal. */
export function sendingTerms({
  currency_id,
  number,
  to_uid,
}: {
  readonly currency_id: IntegerInput;
  readonly number: DecimalInput;
  readonly to_uid: IntegerInput;
}): string {
  return `send:${Number(to_uid)}:${Number(currency_id)}:${number}`;
}

import { type PaymentData, paymentFields } from '@bourse/contract/payments';
import type { SecretBox } from '../../ground/secrets/index.ts';

/** The place that the data of a version is sealed for: it can be opened for no other user, method and version. */
interface Place {
  readonly user: number;
  readonly method: number;
  readonly version: number;
}

export function sealData(box: SecretBox, data: PaymentData, place: Place): Buffer {
  return box.seal(JSON.stringify(data), placeText(place));
}

/** @throws Error if the data was modified, moved, or sealed with another key */
export function openData(box: SecretBox, sealed: Buffer, place: Place): PaymentData {
  const text = box.open(sealed, placeText(place));
  if (text === null) throw new Error(`the data of payment ${placeText(place)} cannot be opened`);
  return dataOf(JSON.parse(text));
}

function placeText({ method, user, version }: Place): string {
  return `user ${user} method ${method} version ${version}`;
}

function dataOf(parsed: unknown): PaymentData {
  if (typeof parsed !== 'object' || parsed === null) throw new Error('the data of a payment method is not an object');
  const values = new Map<string, unknown>(Object.entries(parsed));
  return Object.fromEntries(
    paymentFields.flatMap((field) => {
      const value = values.get(field);
      return typeof value === 'string' ? [[field, value]] : [];
    }),
  );
}

/** Whether two methods have the same values. */
export function isSameData(one: PaymentData, other: PaymentData): boolean {
  return paymentFields.every((field) => one[field] === other[field]);
}

import { isUserId, type UserId, userId } from '@bourse/engine';

/** The memo that names a user on a shared address: the number of the user and a Luhn digit. */
export function memoOf(user: UserId): string {
  return `${user}${luhnDigit(String(user))}`;
}

/** The user of a memo; null if its check digit is wrong or no user can have this number. */
export function userOfMemo(memo: string | null): UserId | null {
  const text = memo?.trim() ?? '';
  if (!/^[1-9][0-9]{1,10}$/.test(text)) return null;
  const number = text.slice(0, -1);
  const isRight = luhnDigit(number) === text.slice(-1) && isUserId(Number(number));
  return isRight ? userId(Number(number)) : null;
}

/** ISO/IEC 7812-1, annex B. */
function luhnDigit(digits: string): string {
  let sum = 0;
  for (const [place, digit] of digits.split('').toReversed().entries()) {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

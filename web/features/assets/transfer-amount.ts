import Big from 'big.js';

/** Why an amount cannot be transferred: it is missing, or exceeds the balance. Null if it can, or while unknown. */
export function amountProblem(amount: string, available: string | null): 'missing' | 'short' | null {
  const number = /^\d+(\.\d*)?$|^\.\d+$/.test(amount) ? new Big(plainAmount(amount)) : null;
  if (number === null || number.eq(0)) return 'missing';
  return available !== null && number.gt(available) ? 'short' : null;
}

/** An amount as typed in plain notation: "1." is "1", ".5" is "0.5". */
export function plainAmount(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  return fraction === '' ? whole || '0' : `${whole || '0'}.${fraction}`;
}

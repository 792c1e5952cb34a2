import type { NetworkRow } from '@bourse/contract/console';
import { isDecimal, isZero } from '../../../live/decimal.ts';
import { fractionOf, percentOf } from '../../parts/percent.ts';
import { wholeNumber } from '../../parts/whole-number.ts';

/** The terms of a network as they are typed; the fee is a percentage if it is a share. */
export interface NetworkTexts {
  readonly depositMin: string;
  readonly withdrawalMin: string;
  readonly withdrawalMax: string;
  readonly feeKind: NetworkRow['fee_kind'];
  readonly fee: string;
  readonly arrival: string;
  readonly maxGas: string;
}

export const emptyNetwork: NetworkTexts = {
  depositMin: '',
  withdrawalMin: '',
  withdrawalMax: '',
  feeKind: 'flat',
  fee: '',
  arrival: '',
  maxGas: '150000',
};

export function textsOf(row: NetworkRow): NetworkTexts {
  return {
    depositMin: row.recharge_min,
    withdrawalMin: row.draw_min,
    withdrawalMax: row.draw_max,
    feeKind: row.fee_kind,
    fee: row.fee_kind === 'rate' ? percentOf(row.fee) : row.fee,
    arrival: String(row.arrival_minutes),
    maxGas: String(row.max_gas),
  };
}

/** The terms to send; null while a field is missing or invalid. */
export function networkTerms({
  arrival,
  withdrawalMax,
  withdrawalMin,
  fee,
  feeKind,
  depositMin,
  maxGas,
}: NetworkTexts) {
  const gas = wholeNumber(maxGas, 21_000, 10_000_000);
  const minutes = wholeNumber(arrival, 1, 10_000);
  const charged = feeKind === 'rate' ? fractionOf(fee) : isDecimal(fee) ? fee : null;
  const isComplete = [depositMin, withdrawalMin, withdrawalMax].every((text) => isDecimal(text) && !isZero(text));
  if (minutes === null || gas === null || charged === null || !isComplete) return null;
  return {
    recharge_min: depositMin,
    draw_min: withdrawalMin,
    draw_max: withdrawalMax,
    fee_kind: feeKind,
    fee: charged,
    arrival_minutes: minutes,
    max_gas: gas,
  };
}

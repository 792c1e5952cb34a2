import type { NetworkRow } from '@bourse/contract/console';
import { isDecimal, isZero } from '../../../live/decimal.ts';
import { fractionOf, percentOf } from '../../parts/percent.ts';
import { wholeNumber } from '../../parts/whole-number.ts';

/** The terms of a network as they are typed; the fee is a percentage if it is a share. */
export interface NetworkTexts {
  readonly rechargeMin: string;
  readonly drawMin: string;
  readonly drawMax: string;
  readonly feeKind: NetworkRow['fee_kind'];
  readonly fee: string;
  readonly arrival: string;
}

export const emptyNetwork: NetworkTexts = {
  rechargeMin: '',
  drawMin: '',
  drawMax: '',
  feeKind: 'flat',
  fee: '',
  arrival: '',
};

export function textsOf(row: NetworkRow): NetworkTexts {
  return {
    rechargeMin: row.recharge_min,
    drawMin: row.draw_min,
    drawMax: row.draw_max,
    feeKind: row.fee_kind,
    fee: row.fee_kind === 'rate' ? percentOf(row.fee) : row.fee,
    arrival: String(row.arrival_minutes),
  };
}

/** The terms to send; null while a field is missing or invalid. */
export function networkTerms({ arrival, drawMax, drawMin, fee, feeKind, rechargeMin }: NetworkTexts) {
  const minutes = wholeNumber(arrival, 1, 10_000);
  const charged = feeKind === 'rate' ? fractionOf(fee) : isDecimal(fee) ? fee : null;
  const isComplete = [rechargeMin, drawMin, drawMax].every((text) => isDecimal(text) && !isZero(text));
  if (minutes === null || charged === null || !isComplete) return null;
  return {
    recharge_min: rechargeMin,
    draw_min: drawMin,
    draw_max: drawMax,
    fee_kind: feeKind,
    fee: charged,
    arrival_minutes: minutes,
  };
}

import { invariant } from '../invariant.ts';
import { Booking } from './booking.ts';
import { close } from './close-position.ts';
import { amountOf, liquidationFee } from './formulas.ts';
import { revoke } from './open-position.ts';
import { balanceOf, bearableLoss, equityOf, profitOf } from './risk.ts';
import type { Event } from '../event.ts';
import { asAmount } from '../money.ts';
import type { ExchangeState } from '../state.ts';
import type { LeverRow } from './row.ts';
import type { LeverAccount } from './state.ts';

/**
 * Liquidates an account: revokes its orders, closes its largest losses at the mark until the equity exceeds the margins
 * of what remains, and takes one fee for insurance out of the rest.
 */
export function liquidate(state: ExchangeState, account: LeverAccount, events: Event[]): void {
  const { user, currency } = account;
  const equity = equityOf(state, account);
  const maintenance = account.maintenances;
  for (const row of account.rows.filter(({ isFilled }) => !isFilled)) revoke(state, row, 'liquidation', events);
  let closed = 0;
  let fees = 0;
  while (equityOf(state, account) <= account.margins) {
    const row = largestLoss(state, account);
    if (row === null) break;
    const mark = row.pair.knownMark;
    close(state, row, { mark, reason: 'liquidation', sinceMs: null }, events);
    closed += 1;
    fees += liquidationFee(amountOf(row.order.share, mark, row.order.unit));
  }
  const left = Math.min(balanceOf(state, account), equityOf(state, account)) - account.margins;
  const fee = asAmount(Math.min(fees, Math.max(0, left)));
  invariant(Number.isSafeInteger(fee), 'the fee of a liquidation must be a safe integer');
  const booking = new Booking(state, account);
  booking.payInsurance(fee);
  const facts = { user, currency, equity: asAmount(equity), maintenance: asAmount(maintenance), closed, fee };
  events.push({ type: 'lever_liquidated', ...facts, ...booking.close(fee) });
}

/** The row with the least profit among those that can be closed; of equal ones the first. */
function largestLoss(state: ExchangeState, account: LeverAccount): LeverRow | null {
  const bearable = bearableLoss(state, account);
  let least: LeverRow | null = null;
  let profitOfLeast = Infinity;
  for (const row of account.rows) {
    if (row.pair.mark === null) continue;
    const profit = profitOf(row);
    if (0 - profit > bearable || profit >= profitOfLeast) continue;
    least = row;
    profitOfLeast = profit;
  }
  return least;
}

import type { Event } from '../event.ts';
import type { ExchangeState } from '../state.ts';
import type { Timer } from '../timers.ts';
import type { EscrowNumber } from './commands.ts';
import type { MaturingCoins } from './state.ts';

/** The kind of timer that lets bought coins mature. */
export const maturityTimer = 'escrow_maturity';

export function setMaturityTimer({ timers }: ExchangeState, { n, untilMs, sequence }: MaturingCoins): void {
  timers.add({ atMs: untilMs, sequence, kind: maturityTimer, id: n });
}

/** Handles coins that have matured. */
export function maturityDue({ escrow }: ExchangeState, { id }: Timer, events: Event[]): void {
  const { n, user, currency, amount } = escrow.takeMaturing(id as EscrowNumber);
  events.push({ type: 'coins_matured', n, user, currency, amount });
}

import type { EventNamed } from '@bourse/engine';
import { EventNumbers } from './event-numbers.ts';
import { projectedTable } from './table.ts';
import type { Decided, RowOf } from './table.ts';

const columns = {
  sequence: 'bigint',
  n: 'integer',
  position: 'bigint',
  user_id: 'bigint',
  market_id: 'integer',
  currency_id: 'integer',
  amount: 'bigint',
  unpaid: 'bigint',
  time_ms: 'bigint',
  loss: 'bigint?',
} as const;

/**
 * The fate of profits that the house could not pay when it closed positions: each payment, and each part that was
 * set off against a loss of the same account, which names the position with the `loss`. `position` is the one with
 * which the user's claim on the pair began, and `unpaid` what is left of the claim. `n` counts the rows of a sequence.
 */
export const leverClaimPaymentsTable = projectedTable({
  name: 'lever_claim_payments',
  columns,
  key: ['position', 'sequence', 'n'],
  identity: ['sequence', 'n'],
  scope: { sequence: 'sequence' },
  rows: () => {
    const numbers = new EventNumbers();
    const rowOf = (event: Settlement, loss: number | null, command: Decided): RowOf<typeof columns> => ({
      sequence: command.sequence,
      n: numbers.next(command.sequence),
      position: event.position,
      user_id: event.user,
      market_id: event.market,
      currency_id: event.currency,
      amount: event.amount,
      unpaid: event.left,
      time_ms: command.timeMs,
      loss,
    });
    return {
      rows: {
        lever_claim_paid: (event, command) => rowOf(event, null, command),
        lever_claim_offset: (event, command) => rowOf(event, event.loss, command),
      },
    };
  },
});

type Settlement = EventNamed<'lever_claim_paid'> | EventNamed<'lever_claim_offset'>;

import { p2pCalls } from '@bourse/contract/console';
import { legalStatus } from '@bourse/contract/p2p';
import { escrowNumber } from '@bourse/engine/escrow';
import { type ConsoleGateway, prepared, refusal } from '../../../../ground/console-gateway/index.ts';
import type { OrderParts } from '../order-parts.ts';

type HoldParts = Pick<OrderParts, 'caughtUp' | 'reader'> & { readonly console: ConsoleGateway };

/** Serves the hold of a paid order by staff, which opens an appeal. */
export function registerHold({ caughtUp, console, reader }: HoldParts): void {
  console.command(p2pCalls.holdP2pOrder, async ({ id }) => {
    const found = await reader.find(id);
    if (found === null) return refusal('order_unknown');
    const { status } = found.state;
    if (status !== legalStatus.paid && status !== legalStatus.delayed) return refusal('order_state', { status });
    const [before, after] = [{ status }, { status: legalStatus.appeal }];
    const effect = { subject: { kind: 'p2p_order', id: String(id) }, before, after };
    return prepared({ type: 'hold_escrow', n: escrowNumber(id) }, effect, async ({ sequence }) => {
      await caughtUp(sequence);
      return after;
    });
  });
}

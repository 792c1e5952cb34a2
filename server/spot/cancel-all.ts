import { assertNever, type CancelAll, type Rejection, type Side } from '@bourse/engine';
import type { Committed, Core } from '../core/index.ts';
import type { Market, Views } from '../feed/index.ts';
import type { Member } from '../gateway/index.ts';

/** What became of cancelling all: how many, with the sequence that the answer reflects, or the refusal. */
export type CancelledAll =
  | { readonly type: 'cancelled'; readonly cancelled: number; readonly more: boolean; readonly sequence: number }
  | { readonly type: 'rejected'; readonly rejection: Rejection };

/**
 * Cancels a person's orders of one side on one market, or on every market, one command each. A request with a key asks every
 * market again, so that it is told the same as the first time.
 */
export async function cancelAllOrders(
  { core, views }: { readonly core: Core; readonly views: Views },
  { user, requestKey }: Pick<Member, 'user' | 'requestKey'>,
  side: Side,
  only: Market | null,
): Promise<CancelledAll> {
  const mayHold = (market: Market) => requestKey !== null || views.orders.ofUser(user, side, market.id).length > 0;
  const markets = only === null ? views.listings.markets().filter(mayHold) : [only];
  const commands = markets.map((market): CancelAll => {
    const key = requestKey === null || only !== null ? requestKey : `${requestKey}@${market.id}`;
    return { type: 'cancel_all', user, market: market.id, side, requestKey: key };
  });
  const committed = await Promise.all(commands.map((command) => core.submit(command)));
  let cancelled = 0;
  let more = false;
  for (const outcome of committed.map(outcomeOf)) {
    if (outcome.type === 'rejected') {
      // A market that is halted keeps its orders; that is a refusal only to whoever asked for that market.
      if (only !== null || outcome.rejection.reason !== 'market_not_open') return outcome;
      continue;
    }
    cancelled += outcome.cancelled;
    more ||= outcome.more;
  }
  return { type: 'cancelled', cancelled, more, sequence: committed.at(-1)?.sequence ?? core.sequence };
}

type Outcome = { readonly type: 'orders'; readonly cancelled: number; readonly more: boolean } | Refusal;
interface Refusal {
  readonly type: 'rejected';
  readonly rejection: Rejection;
}

function outcomeOf({ events, sequence }: Committed): Outcome {
  for (const event of events) {
    if (event.type === 'rejected') return { type: 'rejected', rejection: event.rejection };
    if (event.type === 'orders_cancelled') return { type: 'orders', cancelled: event.cancelled, more: event.more };
    if (event.type === 'request_repeated') return repeatedOutcome(event.first);
  }
  throw new Error(`command ${sequence} cancelled all orders but has no outcome`);
}

function repeatedOutcome(first: Outcome | { readonly type: 'order' | 'transfer' }): Outcome {
  switch (first.type) {
    case 'orders':
    case 'rejected':
      return first;
    case 'order':
    case 'transfer':
      throw new Error(`the key of a cancel of all orders was answered with one ${first.type}`);
    default:
      return assertNever(first);
  }
}

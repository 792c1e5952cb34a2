import type { LeverClosedMessage, LeverTradeMessage } from '@bourse/contract/leverage';
import type { Language } from '@bourse/contract/texts';
import type { CurrencyId, Event, UserId } from '@bourse/engine';
import type { Notice, NoticeSource, Views } from '../../ground/feed/index.ts';
import { leverView } from './lever-view.ts';
import { closedPosition, type PositionState, revokedPosition } from './position-state.ts';
import { accountOnWire, positionOnWire } from './wire.ts';

/** Notifies users of changes and ends of their positions, of liquidations of their accounts, and of paid claims. */
export const leverNotices: NoticeSource = {
  reads: [
    'lever_accepted',
    'lever_entrusted',
    'lever_opened',
    'lever_revoked',
    'lever_stops_set',
    'lever_closing',
    'lever_closed',
    'lever_claim_paid',
    'lever_liquidated',
  ],
  of: ({ events, sequence, timeMs }, views, listens) =>
    events.flatMap((event) => {
      const notice = noticeOf(event, timeMs, sequence, views);
      return notice === null || notice.user === null || !listens(notice.user) ? [] : [notice];
    }),
};

function noticeOf(event: Event, timeMs: number, sequence: number, views: Views): Notice | null {
  if (event.type === 'lever_closed') return ended(closedPosition(event, timeMs), sequence, views);
  if (event.type === 'lever_revoked') return ended(revokedPosition(event, timeMs), sequence, views);
  if (event.type === 'lever_liquidated' || event.type === 'lever_claim_paid') {
    const { currency, user } = event;
    return {
      user,
      delivery: { kind: 'every' },
      write: () => [tradeMessage(user, currency, null, sequence, views, 'en')],
    };
  }
  const isChange =
    event.type === 'lever_accepted' ||
    event.type === 'lever_entrusted' ||
    event.type === 'lever_opened' ||
    event.type === 'lever_stops_set' ||
    event.type === 'lever_closing';
  // A position that ended later in the same command has its own notice.
  const position = isChange ? leverView.of(views).find(event.user, event.position) : undefined;
  return position === undefined ? null : changed(position, sequence, views);
}

function changed(position: PositionState, sequence: number, views: Views): Notice {
  const { currency, user } = position;
  return {
    user,
    delivery: { kind: 'every' },
    write: (language) => [tradeMessage(user, currency, position, sequence, views, language)],
  };
}

function ended(position: PositionState, sequence: number, views: Views): Notice {
  const { currency, user } = position;
  return {
    user,
    delivery: { kind: 'every' },
    write: (language): LeverClosedMessage[] => [
      {
        type: 'LEVER_CLOSED',
        sequence,
        order: positionOnWire(position, views, language),
        ...accountOnWire(user, currency, views),
      },
    ],
  };
}

function tradeMessage(
  user: UserId,
  currency: CurrencyId,
  position: PositionState | null,
  sequence: number,
  views: Views,
  language: Language,
): LeverTradeMessage {
  const order = position === null ? null : positionOnWire(position, views, language);
  return { type: 'LEVER_TRADE', sequence, order, ...accountOnWire(user, currency, views) };
}

import type { Match } from '@bourse/contract/markets';
import { useEffect, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { BrowserStorage } from '../../../live/browser-storage.ts';
import { useLive } from '../../../live/context.tsx';
import { isZero, truncateDecimal } from '../../../live/decimal.ts';
import { randomId } from '../../../live/random-id.ts';
import type { PricePick } from '../book/price-pick.ts';
import { keepForms, readForms, type TabStorage } from './kept-forms.ts';
import { isSameOrder, OrderAttempts } from './order-attempts.ts';
import {
  cleared,
  emptyDraft,
  withAmount,
  withKind,
  withPickedPrice,
  withPrice,
  type OrderDraft,
  type OrderKind,
  type Side,
} from './order-draft.ts';
import type { RefusalPlace } from './order-refusal.ts';

/** One side's form: its input and the state of its submission. */
export interface Ticket {
  readonly draft: OrderDraft;
  /** Whether the user tried to submit; from then on missing values are reported. */
  readonly asked: boolean;
  readonly sending: boolean;
  readonly refusal: Refusal | null;
}

/** A refusal, or that the response is missing; cleared by the next change. */
export type Refusal = { readonly place: RefusalPlace; readonly text: string } | 'unanswered';

export interface OrderDraftState {
  readonly marketId: number;
  readonly kind: OrderKind;
  readonly tickets: Readonly<Record<Side, Ticket>>;
}

/**
 * The contents of both forms. They survive closing the sheet on a phone, the way to the login and back, and a reload.
 */
export interface OrderDrafts {
  readonly store: StoreApi<OrderDraftState>;
  readonly attempts: OrderAttempts;
  /** Opens the forms of a market: the ones that were left, or new ones with its last price. */
  readonly enter: (match: Pick<Match, 'id' | 'price_decimals'>, visit: Visit) => void;
  /** Called when the page is left; the drafts are kept for a return. */
  readonly leave: () => void;
  readonly change: (side: Side, edit: (draft: OrderDraft) => OrderDraft) => void;
  readonly setKind: (kind: OrderKind) => void;
  /**
   * Sets a price picked elsewhere on the screen, such as in the book, on both sides, and its amount on the side that
   * would match.
   */
  readonly pickPrice: (pick: PricePick) => void;
  readonly update: (side: Side, part: Partial<Omit<Ticket, 'draft'>>) => void;
  /**
   * Records a refusal, or an unknown outcome. Returns whether the form shows it, which it does not when it has another
   * market or other content by now. An order with an unknown outcome is restored into an empty form, so that it can be
   * retried.
   */
  readonly refused: (draft: OrderDraft, marketId: number, refusal: Refusal) => boolean;
  /** Clears a placed draft, unless it was changed meanwhile. */
  readonly placed: (draft: OrderDraft) => void;
}

interface Visit {
  /** The user's account; empty for a visitor. */
  readonly account: string;
  /** The session token; a renamed account in the same session is the same user. */
  readonly token: string | null;
  /** The last price of the market. */
  readonly last: string;
  /** The kind of order on the first visit. */
  readonly kind: OrderKind;
}

/** `tab` is the tab's storage, which survives reloads. */
export function createOrderDrafts(newKey: () => string, tab: TabStorage): OrderDrafts {
  const attempts = new OrderAttempts(newKey, tab);
  const kept = readForms(tab);
  attempts.belongTo(kept?.owner ?? '');
  const restored = (side: Side): Ticket => {
    const ticket = ticketOf(kept?.drafts[side] ?? emptyDraft(side, 'limit'));
    return attempts.isOpen(ticket.draft, kept?.marketId ?? 0) ? { ...ticket, refusal: 'unanswered' } : ticket;
  };
  const store = createStore<OrderDraftState>(() => ({
    marketId: kept?.marketId ?? 0,
    kind: kept?.kind ?? 'limit',
    tickets: { buy: restored('buy'), sell: restored('sell') },
  }));
  let owner = kept?.owner ?? '';
  let session: string | null = null;
  let left = true;
  const keep = (): void => {
    const { marketId, kind, tickets } = store.getState();
    keepForms(tab, { owner, marketId, kind, drafts: { buy: tickets.buy.draft, sell: tickets.sell.draft } });
  };
  store.subscribe(keep);
  const set = (side: Side, edit: (ticket: Ticket) => Ticket): void =>
    store.setState(({ tickets }) => ({ tickets: { ...tickets, [side]: edit(tickets[side]) } }));
  const change: OrderDrafts['change'] = (side, edit) =>
    set(side, (ticket) => ({ ...ticket, draft: edit(ticket.draft), refusal: null }));
  const bringBack = (draft: OrderDraft): void =>
    set(draft.side, (ticket) => ({ ...ticket, draft, refusal: 'unanswered' }));
  return {
    store,
    attempts,
    enter: (match, { account, token, last, kind: firstKind }) => {
      const { marketId, kind, tickets } = store.getState();
      const isSame = owner === account || (token !== null && token === session);
      const stranger = owner !== '' && account !== '' && !isSame;
      if (account !== '') {
        if (owner !== '' && owner !== account && !stranger) attempts.rename(owner, account);
        attempts.belongTo(account);
        owner = account;
      }
      session = token ?? session;
      keep();
      // While the user types, the same market may be entered again without effect.
      if (marketId === match.id && !left && !stranger) return;
      left = false;
      const begun = Object.values(tickets).some(({ draft }) => draft.size !== '');
      if (marketId === match.id && begun && !stranger) return;
      // The last price is filled in once; later prices never overwrite the user's input.
      const price = isZero(last) ? '' : truncateDecimal(last, match.price_decimals);
      const unknown = attempts.lastOpen(match.id);
      const next = unknown?.kind ?? (marketId === 0 ? firstKind : kind);
      store.setState({
        marketId: match.id,
        kind: next,
        tickets: { buy: renewed(tickets.buy, next, price), sell: renewed(tickets.sell, next, price) },
      });
      // A pending order may still be answered, so it is not restored yet.
      if (unknown !== null && !tickets[unknown.side].sending) bringBack(unknown);
    },
    leave: () => {
      left = true;
    },
    change,
    setKind: (kind) => {
      if (kind === store.getState().kind) return;
      store.setState(({ tickets: { buy, sell } }) => ({
        kind,
        tickets: { buy: switched(buy, kind), sell: switched(sell, kind) },
      }));
    },
    pickPrice: ({ price, side, amount }) => {
      const taken = (draft: OrderDraft): OrderDraft => withPickedPrice(draft, price);
      change('buy', taken);
      change('sell', taken);
      if (amount !== null) change(side, (draft) => withAmount(draft, amount));
    },
    update: (side, part) => set(side, (ticket) => ({ ...ticket, ...part })),
    refused: (draft, marketId, refusal) => {
      const { marketId: shown, kind, tickets } = store.getState();
      const { draft: now } = tickets[draft.side];
      if (shown !== marketId) return false;
      if (isSameOrder(now, draft)) set(draft.side, (ticket) => ({ ...ticket, refusal }));
      else if (refusal === 'unanswered' && now.size === '' && kind === draft.kind) bringBack(draft);
      else return false;
      return true;
    },
    placed: (draft) =>
      set(draft.side, (ticket) => ({
        ...ticket,
        draft: ticket.draft === draft ? cleared(draft) : ticket.draft,
        asked: false,
      })),
  };
}

let ofPage: OrderDrafts | null = null;

/** The page's order forms, opened for a market. Always returns the same object. */
export function useOrderDrafts(match: Match): OrderDrafts {
  const { tickers, session, storage, tab } = useLive();
  const drafts = (ofPage ??= createOrderDrafts(randomId, tab));
  const { account, token } = useStore(session.store);
  useEffect(() => drafts.leave, [drafts]);
  useLayoutEffect(() => {
    const last = tickers.store.getState()[match.id]?.quotation.close ?? match.currency_quotation.close;
    drafts.enter(match, { account, token, last, kind: keptKind(storage) });
  }, [drafts, match, account, token, tickers, storage]);
  return drafts;
}

/** Stored as "0" for limit orders and "1" for market orders; stop orders are not stored. */
export function keptKind(storage: Pick<BrowserStorage, 'read'>): OrderKind {
  return storage.read('type2') === '1' ? 'market' : 'limit';
}

export function keepKind(storage: Pick<BrowserStorage, 'write'>, kind: OrderKind): void {
  if (kind === 'limit' || kind === 'market') storage.write('type2', kind === 'market' ? '1' : '0');
}

function ticketOf(draft: OrderDraft): Ticket {
  return { draft, asked: false, sending: false, refusal: null };
}

function switched({ draft, sending }: Ticket, kind: OrderKind): Ticket {
  return { ...ticketOf(withKind(draft, kind)), sending };
}

/** Options such as post-only apply only to the order they were chosen for. A pending order stays pending. */
function renewed({ draft, sending }: Ticket, kind: OrderKind, price: string): Ticket {
  return { ...ticketOf(withPrice(emptyDraft(draft.side, kind), price)), sending };
}

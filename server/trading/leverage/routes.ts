import {
  cancelLever,
  closeLever,
  closeLeverBatch,
  leverDeal,
  leverPositions,
  ownLever,
  reverseLever,
  setLeverStops,
  submitLever,
  venueFigures,
} from '@bourse/contract/leverage';
import type { CallOutput } from '@bourse/contract';
import type { Views } from '../../ground/feed/index.ts';
import { done, type Gateway, type Member, pageOf, readPaging, refused } from '../../ground/gateway/index.ts';
import type { Proofs, Sessions } from '../../people/identity/index.ts';
import { say } from '../../ground/texts/index.ts';
import { figuresOf } from './figures.ts';
import { isFilled, leverView, type PairState } from './lever-view.ts';
import { OwnPositions, type PositionQuery } from './own-positions.ts';
import type { PositionState } from './position-state.ts';
import { cancel, close, closeBatch, reverse, setStops, submit } from './requests.ts';
import { accountOnWire, handsText, pairOnWire, pointsText, positionOnWire } from './wire.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of the calls about leverage. */
export interface LeverageParts extends With<'db' | 'requests' | 'views'> {
  readonly proofs: Pick<Proofs, 'payPasswords'>;
  readonly sessions: Pick<Sessions, 'stillKnown'>;
}

/** Serves leverage: terms, positions, requests, and the venue's own figures. */
export function registerLeverage(gateway: Gateway, { requests, views, db, proofs, sessions }: LeverageParts): void {
  const positions = new OwnPositions(db, views);
  const parts = { requests, views, positions, proofs, sessions };
  gateway.member(submitLever, (input, member) => submit(parts, input, member));
  gateway.member(cancelLever, (input, member) => cancel(parts, input, member));
  gateway.member(closeLever, (input, member) => close(parts, input, member));
  gateway.member(reverseLever, (input, member) => reverse(parts, input, member));
  gateway.member(setLeverStops, (input, member) => setStops(parts, input, member));
  gateway.member(closeLeverBatch, (input, member) => closeBatch(parts, input, member));
  gateway.visitor(venueFigures, () => done(figuresOf(views)));
  registerReads(gateway, views, positions);
}

function registerReads(gateway: Gateway, views: Views, positions: OwnPositions): void {
  gateway.member(leverDeal, async ({ currency_match_id: id }, member) => {
    const pair = findPair(views, id);
    if ('ok' in pair) return pair;
    const { terms } = pair;
    const account = accountOnWire(member.user, pair.quote, views);
    return done({
      user_lever: account.user_lever,
      multiple: {
        muit: terms.multiples.map((value) => ({ value })),
        share: terms.shares.map((value) => ({ value, label: `${value} (${handsText(pair, value)})` })),
      },
      my_transaction: await lastFills(positions, pair, member),
      market_type: terms.marketType,
      account,
      pair: pairOnWire(pair, views),
    });
  });

  gateway.member(leverPositions, async ({ currency_match_id: id, ...input }, { user, language }) => {
    const pair = findPair(views, id);
    if ('ok' in pair) return pair;
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const found = await positions.page(user, { present: isFilled, ended: [], market: pair.market, ...paging });
    const rows = found.positions.map((one) => positionOnWire(one, views, language));
    return done({ order: pageOf(rows, found.total, paging), account: accountOnWire(user, pair.quote, views) });
  });

  gateway.member(ownLever, async ({ status, currency_match_id: id, ...input }, { user, language }) => {
    const states = statesOf[String(status)];
    if (states === undefined) return refused('invalid_request', { field: 'status', problem: 'unknown' });
    const market = id === undefined ? null : views.listings.findMarket(Number(id));
    if (market === undefined) return refused('market_unknown');
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const found = await positions.page(user, { ...states, market: market?.id ?? null, ...paging });
    const rows = found.positions.map((one) => positionOnWire(one, views, language));
    return done(pageOf(rows, found.total, paging));
  });
}

type States = Pick<PositionQuery, 'present' | 'ended'>;

const isOrdered = (position: PositionState): boolean => !isFilled(position);

/** The states of positions by the status number of a list. */
const statesOf: Readonly<Record<string, States | undefined>> = {
  0: { present: isOrdered, ended: [] },
  1: { present: isFilled, ended: [] },
  3: { present: () => false, ended: ['closed'] },
  5: { present: isFilled, ended: [] },
  6: { present: isOrdered, ended: ['revoked'] },
};

function findPair(views: Views, id: number | string) {
  const market = views.listings.findMarket(Number(id));
  if (market === undefined) return refused('market_unknown');
  return leverView.of(views).findPair(market.id) ?? refused('leverage_unknown', { symbol: market.symbol });
}

const fillsShown = 10;

/** The user's last fills of a pair: positions opened and closed, newest first. */
async function lastFills(
  positions: OwnPositions,
  pair: PairState,
  { user, language }: Member,
): Promise<CallOutput<typeof leverDeal>['my_transaction']> {
  const query = { present: isFilled, ended: ['closed'], market: pair.market, offset: 0, limit: fillsShown } as const;
  const found = await positions.page(user, query);
  const fills = found.positions.flatMap(({ position: id, side, share, price, filledAtMs, end }) => {
    const fill = { id, number: handsText(pair, share) };
    const opened = {
      ...fill,
      type_name: say(language, side === 'long' ? 'leverage.openedLong' : 'leverage.openedShort'),
      time: filledAtMs ?? 0,
    };
    const closed = {
      ...fill,
      type_name: say(language, side === 'long' ? 'leverage.closedLong' : 'leverage.closedShort'),
      time: end?.atMs ?? 0,
    };
    const closePrice = end?.closePrice ?? null;
    return [
      { ...opened, price: pointsText(pair, price ?? 0) },
      ...(closePrice === null ? [] : [{ ...closed, price: pointsText(pair, closePrice) }]),
    ];
  });
  return fills.toSorted((a, b) => b.time - a.time || b.id - a.id).slice(0, fillsShown);
}

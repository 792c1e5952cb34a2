import { NextDue, Unavailable } from '../../../ground/background/index.ts';
import { inTransaction, safeInteger } from '../../../ground/database/index.ts';
import type { Changes } from '../../../ground/feed/index.ts';
import type { Notices } from '../../../people/alerts/index.ts';
import { userId, type UserId } from '@bourse/engine';
import { decideMerchant } from '../console/index.ts';
import type { EcbRates } from '../rates/ecb-rates.ts';
import type { FiatRates } from '../rates/fiat-rates.ts';
import type { AdCoins } from './ad-coins.ts';
import { type ApplicationParts, returnDueBonds } from './apply.ts';
import type { AdBoard } from './board.ts';
import type { BondWork } from './bonds.ts';
import { levelFor } from './levels.ts';
import { lockMerchant } from './merchant.ts';
import type { OrderRecords } from './ports.ts';
import { sweepRequests } from './request-keys.ts';
import { reviewAds, type ReviewParts } from './review-ads.ts';
import type { With } from '../../../ground/parts.ts';

export interface ShopWorkParts extends ApplicationParts, ReviewParts, With<'background' | 'demo'> {
  readonly board: AdBoard;
  readonly bonds: BondWork;
  readonly changes: Pick<Changes, 'report'>;
  readonly coins: AdCoins;
  readonly notices: Pick<Notices, 'write'>;
  readonly orders: ApplicationParts['orders'] & ReviewParts['orders'] & Pick<OrderRecords, 'figuresOf' | 'hasOpenCase'>;
  readonly rates: FiatRates;
  /** A source of rates outside of the exchange; null without one. */
  readonly rateSource: Pick<EcbRates, 'read'> | null;
  readonly settings: ApplicationParts['settings'] & ReviewParts['settings'] & { readonly demo_review_seconds: number };
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
/** Rates are read this often: several times before they are stale. */
const rateMs = 3 * minuteMs;
const atOnce = 200;

/** Declares what shops do without a request. */
export function declareShopWork(parts: ShopWorkParts): void {
  const { background, board, bonds, coins, demo, identityDb, now, rates, rateSource } = parts;
  // The first round takes up everything that an earlier process has left.
  let [isFirstMove, isFirstBond] = [true, true];
  background.work('p2p: move coins of ads', { everyMs: 5 * secondMs, atOnce: true }, async () => {
    await coins.step(isFirstMove);
    isFirstMove = false;
  });
  background.work('p2p: settle bonds', { everyMs: 5 * secondMs, atOnce: true }, async () => {
    await bonds.step(isFirstBond);
    isFirstBond = false;
  });
  background.work('p2p: review ads', { everyMs: 5 * secondMs }, (signal) => reviewAds(parts, signal));
  background.work('p2p: read ads again', { everyMs: minuteMs }, () => board.load());
  background.work('p2p: return bonds', { everyMs: minuteMs, needsClock: true }, () => returnDueBonds(parts));
  background.work('p2p: set levels', { everyMs: 10 * minuteMs, atOnce: true }, () => setLevels(parts));
  background.work('p2p: forget request keys', { everyMs: 10 * minuteMs, needsClock: true }, () =>
    sweepRequests(identityDb, now()),
  );
  if (demo) background.work('p2p: decide about shops', { everyMs: secondMs }, () => decideInDemo(parts));
  if (rateSource !== null) {
    // A rate has the time of its reading, so it is not read while the clock may be wrong.
    const terms = { everyMs: rateMs, atOnce: true, needsClock: true };
    background.work('p2p: read fiat rates', terms, async (signal) => {
      const jumps = await rates.report(await rateSource.read(signal));
      if (jumps.length > 0) throw new Unavailable(`The rates of these fiat currencies jump: ${jumps.join(', ')}.`);
    });
  }
}

/** Gives each merchant the level that the figures of the last 30 days reach. */
async function setLevels({ identityDb, merchantChanged, orders }: ShopWorkParts): Promise<void> {
  let last = 0;
  for (;;) {
    const rows = await identityDb
      .selectFrom('merchants')
      .select(['user_id', 'level'])
      .where('state', '=', 'approved')
      .where('user_id', '>', String(last))
      .orderBy('user_id')
      .limit(atOnce)
      .execute();
    const users = rows.map((row) => userId(safeInteger(row.user_id)));
    const figures = users.length === 0 ? new Map<UserId, never>() : await orders.figuresOf(users);
    for (const row of rows) {
      const user = userId(safeInteger(row.user_id));
      const own = figures.get(user);
      const { level } = levelFor(own?.orders30d ?? 0, own?.completed30d ?? 0);
      if (level === row.level) continue;
      await identityDb.updateTable('merchants').set({ level }).where('user_id', '=', row.user_id).execute();
      merchantChanged(user);
    }
    last = users.at(-1) ?? last;
    if (rows.length < atOnce) return;
  }
}

/** Approves applications of a demo in place of staff, some seconds after them. */
async function decideInDemo(parts: ShopWorkParts): Promise<NextDue> {
  const { changes, identityDb, merchantChanged, now, settings } = parts;
  const { demo_review_seconds: seconds } = settings;
  if (seconds === 0) return new NextDue(30 * secondMs);
  const due = await identityDb
    .selectFrom('merchants')
    .select('user_id')
    .where('state', '=', 'pending')
    .where('applied_at', '<=', String(now() - seconds * secondMs))
    .limit(atOnce)
    .execute();
  for (const row of due) {
    const user = userId(safeInteger(row.user_id));
    const send = await inTransaction(identityDb, async (transaction) => {
      const merchant = await lockMerchant(transaction, user);
      if (merchant?.state !== 'pending') return null;
      const decision = { decision: 'approve', by: null, words: '', nowMs: now() } as const;
      return decideMerchant(parts, transaction, merchant, decision);
    });
    if (send === null) continue;
    send();
    changes.report('account', user);
    merchantChanged(user);
  }
  return new NextDue(secondMs);
}

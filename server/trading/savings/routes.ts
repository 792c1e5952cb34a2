import type { CallInput } from '@bourse/contract';
import {
  lockSavings,
  ownSavings,
  redeemSavings,
  savingsLog,
  savingsProducts,
  savingsSetting,
} from '@bourse/contract/savings';
import {
  type AnswerTo,
  done,
  type Gateway,
  pageOf,
  readPaging,
  refused,
  type Visitor,
} from '../../ground/gateway/index.ts';
import { type DepositQuery, OwnDeposits } from './own-deposits.ts';
import { lock, redeem } from './requests.ts';
import { savingsView } from './savings-view.ts';
import { lockOnWire, logOnWire, productOnWire } from './wire.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of the calls about fixed-term deposits. */
export type SavingsParts = With<'db' | 'requests' | 'views'>;

const defaultProducts = 30;

/** Serves fixed-term deposits. */
export function registerSavings(gateway: Gateway, { requests, views, db }: SavingsParts): void {
  const deposits = new OwnDeposits(db, views);
  const parts = { requests, views, deposits };

  const products = async (
    { limit = defaultProducts }: CallInput<typeof savingsProducts>,
    { language, session }: Visitor,
  ): Promise<AnswerTo<typeof savingsProducts>> => {
    const paging = readPaging({ limit });
    if (!paging.ok) return paging;
    const user = (await session())?.user ?? null;
    const offered = savingsView.of(views).openProducts().slice(0, paging.limit);
    return done(offered.map((product) => productOnWire(product, user, views, language)));
  };
  gateway.visitor(savingsProducts, products);
  gateway.visitor(savingsSetting, products);

  gateway.member(lockSavings, (input, member) => lock(parts, input, member));
  gateway.member(redeemSavings, (input, member) => redeem(parts, input, member));

  gateway.member(ownSavings, async ({ status, ...input }, { user, language }) => {
    const states = statesOf[status === undefined ? 'all' : String(status)];
    if (states === undefined) return refused('invalid_request', { field: 'status', problem: 'unknown' });
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const found = await deposits.page(user, { ...states, ...paging });
    const shown = found.deposits.map((deposit) => lockOnWire(deposit, views.timeMs, views.listings, language));
    return done(pageOf(shown, found.total, paging));
  });

  gateway.member(savingsLog, async (input, { user, language }) => {
    const paging = readPaging(input);
    if (!paging.ok) return paging;
    const found = await deposits.page(user, { ...all, ...paging });
    const shown = found.deposits.map((deposit) => logOnWire(deposit, views.timeMs, views.listings, language));
    return done(pageOf(shown, found.total, paging));
  });
}

type States = Pick<DepositQuery, 'running' | 'ended'>;

const all: States = { running: true, ended: ['settled', 'redeemed'] };

/** The states of deposits by their status number on the wire. */
const statesOf: Readonly<Record<string, States | undefined>> = {
  all,
  1: { running: true, ended: [] },
  2: { running: false, ended: ['settled'] },
  3: { running: false, ended: ['redeemed'] },
};

import type { UserId } from '@bourse/engine';
import { escrowView } from '../../ground/feed/index.ts';
import type { StaffRoll } from '../../ground/console-gateway/index.ts';
import type { ShopPort } from './shop/ports.ts';
import { registerShopConsole, watchShops } from './console/index.ts';
import { Offers } from './hall/offers.ts';
import { type HallParts, registerHall } from './hall/routes.ts';
import { migrations } from './migrations/index.ts';
import {
  type OrderConsole,
  OrderFigures,
  openOrders,
  orderNotices,
  orderPrivileges,
  orderSealed,
} from './orders/index.ts';
import type { OrderSources } from './orders/order-parts.ts';
import { EcbRates } from './rates/ecb-rates.ts';
import { addDemoRates, FiatRates } from './rates/fiat-rates.ts';
import { References } from './rates/references.ts';
import { adForTaking } from './shop/ad-for-taking.ts';
import { AdCoins } from './shop/ad-coins.ts';
import { applied } from './shop/apply.ts';
import { areBlocked } from './shop/blocks.ts';
import { AdBoard } from './shop/board.ts';
import { BondWork } from './shop/bonds.ts';
import { coolingOff } from './shop/cooling-off.ts';
import { addDemoMerchants, KnownDemoMerchants } from './shop/demo-merchants.ts';
import { takerLimits } from './shop/limits.ts';
import { registerShop, type ShopRouteParts } from './shop/routes.ts';
import { shopPrivileges } from './shop/tables.ts';
import { Traders } from './shop/traders.ts';
import { declareShopWork, type ShopWorkParts } from './shop/work.ts';
import type { With } from '../../ground/parts.ts';

type Sources = Omit<OrderSources, 'shop'> &
  Omit<HallParts, 'offers' | 'orders' | 'rates' | 'references' | 'traders'> &
  Omit<ShopRouteParts, Made> &
  Omit<ShopWorkParts, Made | 'board' | 'rateSource'> &
  With<'background' | 'gateway'> & {
    /** The address of the daily reference rates; null if staff enter all rates. */
    readonly fiatRatesUrl: string | null;
    /** Whether bots trade. */
    readonly simulatedMarket: boolean;
  };
type Made = 'adChanged' | 'bonds' | 'coins' | 'merchantChanged' | 'orders' | 'rates' | 'references' | 'traders';

interface ConsoleParts extends OrderConsole, With<'console'> {
  readonly roll: Pick<StaffRoll, 'names'>;
}

/** Peer-to-peer trading of coins for fiat money. */
export const p2p = {
  tables: { ...shopPrivileges, ...orderPrivileges },
  migrations,
  sealed: orderSealed,
  views: [escrowView],
  notices: [orderNotices],
  open: (sources: Sources) => {
    const { background, core, demo, fiatRatesUrl: url, gateway, identityDb, log, now, verified, views } = sources;
    const { paymentMethods, settings } = sources;
    const rates = new FiatRates(sources);
    const references = new References({ now, views, rates });
    const orders = new OrderFigures(sources);
    const traders = new Traders({ identityDb, now, orders, verified });
    const board = new AdBoard(identityDb, log);
    const bots = new KnownDemoMerchants();
    const adChanged = (ad: number): void => board.changed(ad);
    const merchantChanged = (user: UserId): void => {
      traders.forget(user);
      board.ownerChanged(user);
    };
    const coins = new AdCoins({ core, identityDb, log, now, views, changed: adChanged });
    const bonds = new BondWork({
      core,
      identityDb,
      log,
      now,
      views,
      applied: (transaction, user, isHeld) => applied(transaction, user, isHeld, now()),
      changed: merchantChanged,
    });
    const parts = {
      ...sources,
      adChanged,
      board,
      bonds,
      coins,
      merchantChanged,
      orders,
      rates,
      rateSource: url === null ? null : new EcbRates({ url, now }),
      references,
      traders,
    };
    const offers = new Offers(parts);
    const shop: ShopPort = {
      forTaking: (transaction, taker, input) => adForTaking(parts, transaction, taker, input),
      limitsOf: (db, user) => takerLimits(db, settings, user),
      coolingOff: (user) => coolingOff(identityDb, settings, user, now()),
      areBlocked,
      traders: (users) => traders.of(users),
      isDemoMerchant: (user) => bots.has(user),
      neverReleases: (user) => bots.neverReleases(user),
      adChanged,
    };
    registerHall(gateway, { ...parts, offers });
    registerShop(gateway, parts);
    declareShopWork(parts);
    const opened = openOrders({ ...sources, shop, neverReleases: (user) => bots.neverReleases(user) });
    return {
      console: (own: ConsoleParts): void => {
        registerShopConsole({ ...parts, ...own, orders });
        watchShops({ ...parts, ...own });
        opened.console(own);
      },
      start: async (): Promise<void> => {
        if (demo) await addDemoRates(identityDb, now());
        await rates.reload();
        await bots.load(identityDb);
        await board.load();
        if (!demo || !sources.simulatedMarket) return;
        // Prices may not be known yet, but no ad of the demo depends on them.
        background.work('p2p: add merchants of the demo', { everyMs: 60 * 60_000, atOnce: true }, async () => {
          await addDemoMerchants({ bonds, coins, core, identityDb, now, paymentMethods, settings, verified, views });
          await bots.load(identityDb);
        });
      },
    };
  },
};

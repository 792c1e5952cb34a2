import { accountType, amount, parseDecimal, userId, type UserId } from '@bourse/engine';
import { type Kysely, sql } from 'kysely';
import type { Core } from '../../../ground/core/index.ts';
import { inTransaction, safeInteger, type Schema } from '../../../ground/database/index.ts';
import type { PaymentMethods } from '../../../people/payments/index.ts';
import { paymentTypes } from '@bourse/contract/payments';
import { type AdCoins, addMove } from './ad-coins.ts';
import { addBond, bondCurrency, bondOf, type BondWork } from './bonds.ts';
import type { AdSide } from './prices.ts';
import type { With } from '../../../ground/parts.ts';

interface DemoAd {
  readonly side: AdSide;
  readonly coin: string;
  readonly fiat: string;
  readonly basisPoints: number;
  readonly min: number;
  readonly max: number;
  readonly total: string;
}

interface DemoMerchant {
  readonly shop: string;
  readonly name: string;
  readonly bank: string;
  readonly ads: readonly DemoAd[];
}

/** Amounts of fiat money are whole units. The last one never releases. */
const merchants: readonly DemoMerchant[] = [
  {
    shop: 'Harbour Exchange',
    name: 'Mei Lin',
    bank: 'Harbour Bank',
    ads: [
      { side: 'sell', coin: 'USDT', fiat: 'CNY', basisPoints: 40, min: 100, max: 20_000, total: '30000' },
      { side: 'buy', coin: 'USDT', fiat: 'CNY', basisPoints: -30, min: 100, max: 20_000, total: '20000' },
      { side: 'sell', coin: 'BTC', fiat: 'CNY', basisPoints: 80, min: 500, max: 50_000, total: '1' },
    ],
  },
  {
    shop: 'Lotus OTC',
    name: 'Jonas Weber',
    bank: 'Bank of the North',
    ads: [
      { side: 'sell', coin: 'USDT', fiat: 'USD', basisPoints: 30, min: 20, max: 3_000, total: '20000' },
      { side: 'sell', coin: 'USDT', fiat: 'EUR', basisPoints: 50, min: 20, max: 3_000, total: '20000' },
      { side: 'buy', coin: 'USDT', fiat: 'EUR', basisPoints: -50, min: 20, max: 3_000, total: '20000' },
    ],
  },
  {
    shop: 'Maple Desk',
    name: 'Amelia Stone',
    bank: 'Maple Savings',
    ads: [
      { side: 'sell', coin: 'USDT', fiat: 'CNY', basisPoints: 60, min: 200, max: 10_000, total: '15000' },
      { side: 'sell', coin: 'ETH', fiat: 'CNY', basisPoints: 90, min: 500, max: 30_000, total: '10' },
      { side: 'buy', coin: 'BTC', fiat: 'USD', basisPoints: -60, min: 50, max: 5_000, total: '0.5' },
    ],
  },
  {
    shop: 'Slow Lane',
    name: 'Peter Moss',
    bank: 'Old Town Bank',
    ads: [{ side: 'sell', coin: 'USDT', fiat: 'CNY', basisPoints: 120, min: 100, max: 5_000, total: '5000' }],
  },
];

/** No invitation code of a user has these digits. */
const codePrefix = 'P2PBOT0';

/** The merchants for whom a demo acts, once they are known. */
export class KnownDemoMerchants {
  #ids: readonly UserId[] = [];

  async load(db: Kysely<Schema>): Promise<void> {
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where('invite_code', 'like', `${codePrefix}%`)
      .orderBy('invite_code')
      .execute();
    this.#ids = rows.map(({ id }) => userId(safeInteger(id)));
  }

  has(user: UserId): boolean {
    return this.#ids.includes(user);
  }

  /** Whether a merchant never releases coins, so that an appeal can be tried. */
  neverReleases(user: UserId): boolean {
    return this.#ids.at(-1) === user && this.#ids.length > 1;
  }
}

interface DemoParts extends With<'identityDb' | 'now' | 'verified' | 'views'> {
  readonly bonds: Pick<BondWork, 'carryOut'>;
  readonly coins: Pick<AdCoins, 'carryOut'>;
  readonly core: Pick<Core, 'submit'>;
  readonly paymentMethods: Pick<PaymentMethods, 'save'>;
  readonly settings: { readonly p2p_bond_usdt: number };
}

const fundSource = 'demo_p2p';

/** Adds the merchants of a demo with their coins and ads. An interrupted start is completed. */
export async function addDemoMerchants(parts: DemoParts): Promise<void> {
  for (const [at, merchant] of merchants.entries()) await addMerchant(parts, merchant, at + 1);
}

async function addMerchant(parts: DemoParts, merchant: DemoMerchant, n: number): Promise<void> {
  const { bonds, coins, identityDb, paymentMethods } = parts;
  const user = await addPerson(parts, merchant, n);
  const data = { real_name: merchant.name, bank_name: merchant.bank, bank_address: 'Main Street 1' };
  const method = await paymentMethods.save(user, {
    id: null,
    code: 'bank',
    data: { ...data, card_no: `62220202001122334${String(n).padStart(2, '0')}` },
  });
  if ('ok' in method) throw new Error(`a demo merchant has no payment method: ${method.error}`);
  await fund(parts, merchant, user, n);
  await addShop(parts, merchant, user, method.id);
  await bonds.carryOut(user);
  const has = await identityDb.selectFrom('ads').select('id').where('user_id', '=', String(user)).executeTakeFirst();
  if (has === undefined) for (const id of await addAds(parts, merchant, user, method.id)) await coins.carryOut(id);
}

async function addPerson({ identityDb, now, verified }: DemoParts, { name }: DemoMerchant, n: number): Promise<UserId> {
  return inTransaction(identityDb, async (transaction) => {
    const code = `${codePrefix}${n}`;
    const known = await transaction.selectFrom('users').select('id').where('invite_code', '=', code).executeTakeFirst();
    if (known !== undefined) return userId(safeInteger(known.id));
    await sql`select pg_advisory_xact_lock(hashtext('bourse registration'))`.execute(transaction);
    const { rows } = await sql<{ id: string }>`select nextval('user_ids') as id`.execute(transaction);
    const user = userId(safeInteger(rows[0]?.id ?? ''));
    const nowMs = now();
    await transaction
      .insertInto('users')
      // Without an address or a phone number there is no login.
      .values({
        id: user,
        email: '',
        email_key: null,
        mobile: '',
        area_id: null,
        password_hash: '',
        invite_code: code,
        invited_by: null,
        created_at: nowMs,
        granted_at: nowMs,
        password_changed_at: null,
      })
      .execute();
    const documents = { name, cardId: `DEMO${n}00T474`, frontImage: '', reverseImage: '' };
    await verified.store.add(transaction, user, documents, nowMs);
    const submission = await verified.store.findOfUser(transaction, user);
    if (submission !== null) await verified.store.decide(transaction, submission, { by: null, rejection: null, nowMs });
    return user;
  });
}

/** Credits the coins of the ads that sell and of the bond, each once. */
async function fund(
  { core, settings, views }: DemoParts,
  { ads }: DemoMerchant,
  user: UserId,
  n: number,
): Promise<void> {
  const bond = bondCurrency(views.listings);
  const totals = ads.filter(({ side }) => side === 'sell').map(({ coin, total }) => unitsOf({ views }, coin, total));
  const credits = [...totals, { currency: bond, units: bondOf(settings, bond) }];
  for (const [at, { currency, units }] of credits.entries()) {
    if (units === 0) continue;
    const { outcome } = await core.submit({
      type: 'credit',
      user,
      accountType: accountType.legal,
      currency: currency.id,
      amount: amount(units),
      source: fundSource,
      n: (n - 1) * 10 + at + 1,
    });
    if (outcome.type === 'rejected') throw new Error(`a demo merchant has no coins: ${outcome.rejection.reason}`);
  }
}

function unitsOf({ views }: Pick<DemoParts, 'views'>, coin: string, text: string) {
  const currency = views.listings.currencyByCode(coin);
  const units = currency === undefined ? null : parseDecimal(text, currency.decimals);
  if (currency === undefined || units === null) throw new Error(`the demo does not list ${coin}`);
  return { currency, units };
}

async function addShop(
  { identityDb, now, settings, views }: DemoParts,
  { shop }: DemoMerchant,
  user: UserId,
  method: number,
): Promise<void> {
  const currency = bondCurrency(views.listings);
  const needed = bondOf(settings, currency);
  await inTransaction(identityDb, async (transaction) => {
    const nowMs = now();
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('merchants')
      .values({
        user_id: user,
        name: shop,
        method_id: method,
        application: 'A merchant of the demo.',
        state: 'approved',
        level: 2,
        bond_needed: needed,
        applied_at: nowMs,
        decided_at: nowMs,
        changed_at: nowMs,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return;
    await transaction.updateTable('users').set({ is_seller: true }).where('id', '=', String(user)).execute();
    await addBond(transaction, user, { currency, needed, nowMs });
  });
}

async function addAds(
  { identityDb, now, views }: DemoParts,
  { ads }: DemoMerchant,
  user: UserId,
  method: number,
): Promise<readonly number[]> {
  return inTransaction(identityDb, async (transaction) => {
    const ids: number[] = [];
    for (const ad of ads) {
      const { currency, units } = unitsOf({ views }, ad.coin, ad.total);
      const nowMs = now();
      const isSelling = ad.side === 'sell';
      const { id } = await transaction
        .insertInto('ads')
        .values({
          user_id: user,
          side: ad.side,
          currency_id: currency.id,
          fiat: ad.fiat,
          price: null,
          basis_points: ad.basisPoints,
          min_fiat: ad.min * 100,
          max_fiat: ad.max * 100,
          total: units,
          methods: [isSelling ? method : paymentTypes.bank.id],
          pay_minutes: 15,
          auto_open: true,
          auto_reply: '',
          terms: '',
          need_orders: 0,
          need_days: 0,
          hours_from: null,
          hours_to: null,
          stage: isSelling ? 'creating' : 'live',
          state: 'open',
          suspended_by: null,
          created_at: nowMs,
          changed_at: nowMs,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(safeInteger(id));
      if (isSelling) await addMove(transaction, { id: safeInteger(id) }, { kind: 'fund', amount: units, nowMs });
    }
    return ids;
  });
}

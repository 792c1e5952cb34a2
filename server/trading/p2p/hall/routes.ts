import type { CallInput } from '@bourse/contract';
import {
  appealReasons,
  cancelReasons,
  legalBlock,
  legalBlocks,
  type LegalCurrencies,
  legalCurrencies,
  type LegalInfo,
  legalInfo,
  legalList,
  type LegalMerchant,
  legalMerchant,
  legalReport,
  legalUnblock,
  readPayMinutes,
  reportReasons,
} from '@bourse/contract/p2p';
import { paymentCodeOf } from '@bourse/contract/payments';
import type { Language } from '@bourse/contract/texts';
import type { UserId } from '@bourse/engine';
import { safeInteger } from '../../../ground/database/index.ts';
import { fractionText, wideText } from '../../../ground/feed/index.ts';
import {
  type AnswerTo,
  done,
  type Gateway,
  pageOf,
  readDecimal,
  readPaging,
  refused,
  type Visitor,
} from '../../../ground/gateway/index.ts';
import type { SiteSettings } from '../../../people/identity/index.ts';
import { logoOf } from '../../markets/index.ts';
import type { FiatRates } from '../rates/fiat-rates.ts';
import { codesFor, fiats, findFiat } from '../rates/fiats.ts';
import type { References } from '../rates/references.ts';
import { findMerchant } from '../shop/merchant.ts';
import type { OrderRecords } from '../shop/ports.ts';
import { priceScale, referencePrice } from '../shop/prices.ts';
import { minutesText, type Traders } from '../shop/traders.ts';
import { methodOnWire } from '../shop/wire.ts';
import type { OfferParts, Offers, Shown } from './offers.ts';
import { block, blocksOf, isBlockedBy, type PeopleParts, report, unblock, visibleTrader } from './reports.ts';
import { standingOnWire, type Taker, takerOf, type TakerParts } from './taker.ts';
import { adOnWire } from './wire.ts';
import type { With } from '../../../ground/parts.ts';

export interface HallParts extends TakerParts, PeopleParts, With<'demo'> {
  readonly offers: Offers;
  readonly orders: TakerParts['orders'] & PeopleParts['orders'] & Pick<OrderRecords, 'ratingsOf'>;
  readonly rates: Pick<FiatRates, 'find' | 'live'>;
  readonly references: OfferParts['references'] & Pick<References, 'coins' | 'decimals' | 'findCoin'>;
  readonly settings: SiteSettings;
  readonly traders: Traders;
}

/** Ratings that a profile shows. */
const shownRatings = 20;

/** Serves the ads of all merchants, their profiles, and blocks and reports of them. */
export function registerHall(gateway: Gateway, parts: HallParts): void {
  const { identityDb, traders } = parts;

  gateway.visitor(legalCurrencies, (_input, { language }) => done(currenciesOnWire(parts, language)));

  gateway.visitor(legalInfo, async (_input, visitor) => done(infoOnWire(parts, await callerOf(parts, visitor))));

  gateway.visitor(legalList, (input, visitor) => list(parts, input, visitor));

  gateway.visitor(legalMerchant, async ({ id }, visitor) => {
    const taker = await callerOf(parts, visitor);
    const user = await visibleTrader(parts, taker?.user ?? null, Number(id));
    return user === null ? refused('user_unknown') : done(await profileOf(parts, user, taker, visitor.language));
  });

  gateway.member(legalBlock, async ({ id }, { user }) => (await block(parts, user, Number(id))) ?? done(null));

  gateway.member(legalUnblock, async ({ id }, { user }) => (await unblock(parts, user, Number(id))) ?? done(null));

  gateway.member(legalBlocks, async (_input, { user }) => {
    const blocks = await blocksOf(identityDb, user);
    const known = await traders.of(blocks.map(({ other }) => other));
    return done(
      blocks.flatMap(({ atMs, other }) => {
        const trader = known.get(other);
        return trader === undefined ? [] : [{ trader, created_at: atMs }];
      }),
    );
  });

  gateway.member(legalReport, async (input, { user }) => (await report(parts, user, input)) ?? done(null));
}

async function callerOf(parts: HallParts, visitor: Visitor): Promise<Taker | null> {
  const session = await visitor.session();
  return session === null ? null : takerOf(parts, session.user);
}

async function list(
  parts: HallParts,
  input: CallInput<typeof legalList>,
  visitor: Visitor,
): Promise<AnswerTo<typeof legalList>> {
  const { offers, rates, references, settings } = parts;
  const coin = references.findCoin(Number(input.currency_id));
  if (coin === null) return refused('currency_unknown');
  const fiat = findFiat(input.fiat);
  if (fiat === null || rates.find(fiat.code) === null) return refused('fiat_unknown');
  const code = input.type === undefined ? null : paymentCodeOf(input.type);
  if (input.type !== undefined && (code === null || !codesFor(fiat.code, settings.payment_types).includes(code))) {
    return refused('collect_type_unknown');
  }
  const paging = readPaging(input);
  if (!paging.ok) return paging;
  const read = readDecimal(input.amount, fiat.decimals);
  switch (read.kind) {
    case 'malformed':
      return refused('invalid_request', { field: 'amount', problem: 'format' });
    case 'too_precise':
      return refused('quantity_precision', { decimals: fiat.decimals });
    case 'too_large':
      return refused('amount_too_large', { maximum: wideText(BigInt(Number.MAX_SAFE_INTEGER), fiat.decimals) });
    case 'absent':
    case 'units':
  }
  const amount = read.kind === 'units' ? read.units : null;
  const taker = await callerOf(parts, visitor);
  const { limit, offset } = paging;
  const query = { side: input.side, currency: coin.id, fiat: fiat.code, amount, code, limit, offset };
  const { rows, total } = offers.list(query, taker);
  return done(pageOf(await adsOnWire(parts, rows, visitor.language), total, paging));
}

async function adsOnWire(parts: HallParts, rows: readonly Shown[], language: Language) {
  const known = await parts.traders.of(rows.map(({ listed }) => listed.ad.user));
  return rows.flatMap((shown) => {
    const merchant = known.get(shown.listed.ad.user);
    return merchant === undefined ? [] : [adOnWire(parts, shown, merchant, language)];
  });
}

function currenciesOnWire({ rates, references, settings }: HallParts, language: Language): LegalCurrencies {
  const coins = references.coins();
  const traded = fiats
    .map((fiat) => ({ fiat, codes: codesFor(fiat.code, settings.payment_types) }))
    .filter(({ codes, fiat }) => codes.length > 0 && rates.find(fiat.code) !== null);
  return {
    currencies: coins.map(({ code, decimals, id }) => ({ id, code, logo: logoOf(code), decimals })),
    fiats: traded.map(({ codes, fiat }) => ({
      code: fiat.code,
      decimals: fiat.decimals,
      methods: codes.map((code) => methodOnWire(code, language)),
    })),
    pairs: coins.flatMap((coin) =>
      traded.map(({ fiat }) => {
        const decimals = references.decimals(coin.id, fiat);
        const reference = references.of(coin.id, fiat.code);
        return {
          currency_id: coin.id,
          fiat: fiat.code,
          price_decimals: decimals,
          reference: reference === null ? null : wideText(referencePrice(reference, decimals), priceScale),
          fixed: rates.find(fiat.code)?.source === 'fixed' ? (1 as const) : (0 as const),
        };
      }),
    ),
  };
}

function infoOnWire({ demo, settings }: HallParts, taker: Taker | null): LegalInfo {
  return {
    demo: demo ? 1 : 0,
    fee_rate: fractionText(settings.p2p_fee_ppm),
    band_percent: String(settings.p2p_band_percent),
    pay_minutes: [...(readPayMinutes(settings.p2p_pay_minutes) ?? [])],
    appeal_minutes: settings.p2p_appeal_minutes,
    delay_minutes: settings.p2p_delay_minutes,
    auto_minutes: settings.p2p_auto_minutes,
    on_silence: settings.p2p_auto_confirm,
    mature_hours: settings.p2p_mature_hours,
    auto_mature_hours: settings.p2p_auto_mature_hours,
    reasons: { appeal: [...appealReasons], cancel: [...cancelReasons], report: [...reportReasons] },
    own: taker === null ? null : standingOnWire(taker),
  };
}

async function profileOf(
  parts: HallParts,
  user: UserId,
  taker: Taker | null,
  language: Language,
): Promise<LegalMerchant> {
  const { identityDb, offers, orders, traders, verified } = parts;
  const [known, person, merchant, ratings, status, isBlocked] = await Promise.all([
    traders.withFigures([user]),
    identityDb
      .selectFrom('users')
      .select(['created_at', 'mobile_key'])
      .where('id', '=', String(user))
      .executeTakeFirstOrThrow(),
    findMerchant(identityDb, user),
    orders.ratingsOf(user, shownRatings),
    verified.statusOf(user),
    taker === null ? false : isBlockedBy(identityDb, taker.user, user),
  ]);
  const trader = known.get(user);
  if (trader === undefined) throw new Error(`trader ${user} is not known`);
  const { figures } = trader;
  // The ads of those who have blocked one another are hidden from both.
  const shown = taker?.hidden.has(user) === true ? [] : offers.ofMerchant(user, taker);
  return {
    ...trader.trader,
    registered_at: safeInteger(person.created_at),
    phone: person.mobile_key === null ? 0 : 1,
    real_name: status === 2 ? 1 : 0,
    advanced: merchant?.state === 'approved' ? 1 : 0,
    fiats: [...new Set(shown.map(({ listed }) => listed.ad.fiat))],
    orders: figures.orders,
    completed: figures.completed,
    pay_minutes: minutesText(figures.payMinutes),
    blocked: isBlocked ? 1 : 0,
    ratings: [...ratings],
    ads: await adsOnWire(parts, shown, language),
  };
}

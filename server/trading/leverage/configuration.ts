import { type ConsoleInput, leverageCalls, type LeveragePairRow } from '@bourse/contract/console';
import { amount } from '@bourse/engine';
import { invalidLeverTerm, type LeverTerms, unitOf } from '@bourse/engine/leverage';
import { type Currency, fractionText, unitsText } from '../../ground/feed/index.ts';
import { leverView } from './lever-view.ts';
import { differences, FigureReader, prepared, refusal } from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

type ConfigurationParts = With<'console' | 'views'>;

/** Serves the decisions of operators about leverage: the terms of a market, and the floor of a currency. */
export function registerConfiguration({ console, views }: ConfigurationParts): void {
  console.command(
    leverageCalls.configureLeverage,
    ({ id, version, ...input }) => {
      const market = views.listings.findMarket(id);
      if (market === undefined) return refusal('market_unknown');
      const known = leverView.of(views).findPair(id);
      if ((known?.version ?? 0) !== version) return refusal('changed_meanwhile');
      const read = new FigureReader();
      const terms = readTerms(read, input, market.quote);
      if (read.problem !== null) return refusal('decimal_invalid', read.problem);
      const invalid = invalidLeverTerm(terms, known?.terms ?? null, unitOf(terms, market.quote.decimals));
      if (invalid !== null) return refusal('setting_invalid', { field: fieldNames[invalid] });
      const after = termsShown(market.quote, terms);
      const effect =
        known === undefined ? { before: null, after } : differences(termsShown(market.quote, known.terms), after);
      if (Object.keys(effect.after).length === 0) return refusal('setting_unchanged');
      return prepared(
        { type: 'configure_leverage', market: market.id, ...terms },
        { subject: { kind: 'market', id: String(id) }, ...effect },
        () => ({ id, version: version + 1 }),
      );
    },
    { needsSecond: ({ id }) => leverView.of(views).findPair(id) === undefined },
  );

  console.command(leverageCalls.configureFloor, ({ currency_id: id, house_floor: text, version }) => {
    const currency = views.listings.findCurrency(id);
    if (currency === undefined) return refusal('currency_unknown');
    const view = leverView.of(views);
    const known = view.floorVersionOf(currency.id);
    if (known !== version) return refusal('changed_meanwhile');
    const read = new FigureReader();
    const houseFloor = read.count('house_floor', text, { decimals: currency.decimals, points: 1 });
    if (read.problem !== null) return refusal('decimal_invalid', read.problem);
    const floor = view.floorOf(currency.id);
    if (known > 0 && floor === houseFloor) return refusal('setting_unchanged');
    const shown = (units: number) => ({ house_floor: unitsText(currency, units) });
    return prepared(
      { type: 'configure_margin', currency: currency.id, houseFloor: amount(houseFloor) },
      {
        subject: { kind: 'currency', id: String(id) },
        before: known === 0 ? null : shown(floor),
        after: shown(houseFloor),
      },
      () => ({ currency_id: id, version: version + 1 }),
    );
  });
}

const fieldNames = {
  shareDecimals: 'share_decimals',
  sharePoints: 'share_points',
  markDecimals: 'mark_decimals',
  multiples: 'multiples',
  shares: 'shares',
  minShare: 'min_share',
  maxShare: 'max_share',
  spreadPpm: 'spread',
  feePpm: 'fee',
  reservePpm: 'reserve',
  tiers: 'tiers',
  grossCap: 'gross_cap',
} as const;

type TermsInput = Omit<ConsoleInput<typeof leverageCalls.configureLeverage>, 'id' | 'version'>;

function readTerms(read: FigureReader, input: TermsInput, { decimals }: Currency): LeverTerms {
  const money = (field: string, text: string) => amount(read.count(field, text, { decimals, points: 1 }));
  return {
    state: input.state,
    shareDecimals: input.share_decimals,
    sharePoints: input.share_points,
    markDecimals: input.mark_decimals,
    multiples: input.multiples,
    shares: input.shares,
    minShare: input.min_share,
    maxShare: input.max_share,
    spreadPpm: read.fraction('spread', input.spread),
    feePpm: read.fraction('fee', input.fee),
    marketType: input.fee_base === 'margin' ? 0 : 1,
    reservePpm: read.fraction('reserve', input.reserve),
    tiers: input.tiers.map(({ limit, multiple }) => ({ limit: money('tiers', limit), multiple })),
    grossCap: money('gross_cap', input.gross_cap),
  };
}

/** The terms of a market in decimals. */
export function termsOnWire(quote: Currency, terms: LeverTerms): NonNullable<LeveragePairRow['terms']> {
  return {
    state: terms.state,
    share_decimals: terms.shareDecimals,
    share_points: terms.sharePoints,
    mark_decimals: terms.markDecimals,
    multiples: [...terms.multiples],
    shares: [...terms.shares],
    min_share: terms.minShare,
    max_share: terms.maxShare,
    spread: fractionText(terms.spreadPpm),
    fee: fractionText(terms.feePpm),
    fee_base: terms.marketType === 0 ? 'margin' : 'amount',
    reserve: fractionText(terms.reservePpm),
    tiers: terms.tiers.map(({ limit, multiple }) => ({ limit: unitsText(quote, limit), multiple })),
    gross_cap: unitsText(quote, terms.grossCap),
  };
}

/** The terms as a list of changes shows them: lists are texts. */
export function termsShown(quote: Currency, terms: LeverTerms) {
  const { multiples, shares, tiers, ...others } = termsOnWire(quote, terms);
  return {
    ...others,
    multiples: multiples.join(' '),
    shares: shares.join(' '),
    tiers: tiers.map(({ limit, multiple }) => `${limit}×${multiple}`).join(' '),
  };
}

import { userCalls } from '@bourse/contract/console';
import type { FeeRates, MarketId, UserId } from '@bourse/engine';
import type { RestrictionScope } from '@bourse/engine/restrictions';
import { type ConsoleGateway, knownUser, prepared, refusal, subjectOf } from '../../ground/console-gateway/index.ts';
import type { Views } from '../../ground/feed/index.ts';
import { restrictionView } from '../../people/restrictions/index.ts';
import { feesVersionOf } from './user-detail.ts';
import type { UserParts } from './user-parts.ts';

/** Serves the decisions about a user that the exchange carries out: restrictions and fees. */
export function registerUserDecisions(console: ConsoleGateway, parts: UserParts): void {
  const { views } = parts;

  console.command(userCalls.stopUserOutflow, async ({ id }) => {
    const user = await knownUser(parts, id);
    if (user === null) return refusal('not_found');
    const before = scopeOf(views, user);
    return before === 'none' ? restriction(user, before, 'outflow') : refusal('already_restricted', { scope: before });
  });

  console.command(userCalls.stopUserTrading, async ({ id }) => {
    const user = await knownUser(parts, id);
    if (user === null) return refusal('not_found');
    const before = scopeOf(views, user);
    return before === 'trading'
      ? refusal('already_restricted', { scope: before })
      : restriction(user, before, 'trading');
  });

  console.command(userCalls.liftUserRestriction, async ({ id, version, scope }) => {
    const user = await knownUser(parts, id);
    if (user === null) return refusal('not_found');
    const before = scopeOf(views, user);
    if (before !== version) return refusal('changed_meanwhile');
    return before === 'none' || before === scope ? refusal('not_restricted') : restriction(user, before, scope);
  });

  console.command(userCalls.setUserFeeTier, async ({ id, version, tier }) => {
    const user = await knownUser(parts, id);
    if (user === null) return refusal('not_found');
    if (version !== feesVersionOf(views, user)) return refusal('changed_meanwhile');
    const before = views.fees.tierOf(user);
    const effect = { subject: subjectOf(user), before: { tier: before }, after: { tier } };
    return prepared({ type: 'set_user_fee_tier', user, tier }, effect, () => ({ before, after: tier }));
  });

  console.command(userCalls.setUserFees, async ({ id, version, market_id: marketId, rates }) => {
    const user = await knownUser(parts, id);
    if (user === null) return refusal('not_found');
    const market = marketId === null ? null : views.listings.findMarket(marketId);
    if (market === undefined) return refusal('market_unknown');
    if (version !== feesVersionOf(views, user)) return refusal('changed_meanwhile');
    const before = ownRatesOn(views, user, market?.id ?? null);
    const effect = {
      subject: subjectOf(user),
      before: { market: market?.symbol ?? null, rates: before },
      after: { market: market?.symbol ?? null, rates },
    };
    const command = { type: 'set_user_fees', user, market: market?.id ?? null, rates: ratesOf(rates) } as const;
    return prepared(command, effect, () => ({ before, after: rates }));
  });
}

function scopeOf(views: Views, user: UserId): RestrictionScope {
  return restrictionView.of(views).scopeOf(user);
}

/** `before` is part of the command, so that a decision of another person in the meantime is not undone. */
function restriction(user: UserId, before: RestrictionScope, scope: RestrictionScope) {
  const effect = { subject: subjectOf(user), before: { restriction: before }, after: { restriction: scope } };
  return prepared({ type: 'restrict_user', user, before, scope }, effect, () => ({ before, after: scope }));
}

interface RatesOnWire {
  readonly maker_fee_ppm: number;
  readonly taker_fee_ppm: number;
}

function ratesOf(rates: RatesOnWire | null): FeeRates | null {
  return rates === null ? null : { makerFeePpm: rates.maker_fee_ppm, takerFeePpm: rates.taker_fee_ppm };
}

function ownRatesOn({ fees }: Views, user: UserId, market: MarketId | null): RatesOnWire | null {
  const found = fees.ownRatesOf(user).find((own) => own.market === market);
  return found === undefined
    ? null
    : { maker_fee_ppm: found.rates.makerFeePpm, taker_fee_ppm: found.rates.takerFeePpm };
}

import { isId, refuse, Refused, unsuitable } from './naive-rules.ts';
import type {
  ChangeMarketSettings,
  ChangeMarketState,
  FeeRates,
  ListCurrency,
  ListMarket,
  SetFeeTier,
  SetUserFees,
  SetUserFeeTier,
} from '../market/commands.ts';
import type { Command } from '../command.ts';
import type { NaiveEvent, NaiveMarket } from './naive-rules.ts';
import type { NaiveState } from './naive-state.ts';

type Change = ChangeMarketState | ChangeMarketSettings | SetFeeTier | SetUserFeeTier | SetUserFees;
/** Operator commands about currencies, markets and fees. */
export type Decision = Change | ListCurrency | ListMarket;

const settingNames = [
  'priceStep',
  'quantityStep',
  'minNotional',
  'marketSlippagePpm',
  'priceBandPpm',
  'maxOpenOrders',
  'selfTradePrevention',
  'sellBlocked',
] as const;

const decisions: readonly Command['type'][] = [
  'list_currency',
  'list_market',
  'change_market_state',
  'change_market_settings',
  'set_fee_tier',
  'set_user_fee_tier',
  'set_user_fees',
];

export function isDecision(command: Command): command is Decision {
  return decisions.includes(command.type);
}

/** Refuses an invalid operator. */
export function checkOperator({ operator }: Decision): void {
  refuse(operator !== 0 && !isId(operator, 2 ** 30), { reason: 'operator_invalid' });
}

/** Applies a change of settings or fees, which only affects later commands. */
export function change(state: NaiveState, command: Change, events: NaiveEvent[]): void {
  const { operator, cause } = command;
  switch (command.type) {
    case 'change_market_state': {
      const market = known(state, command.market);
      const { state: after } = command;
      report(events, { type: 'market_state_changed', market: command.market }, market.state, after, operator, cause);
      market.state = after;
      return;
    }
    case 'change_market_settings': {
      const market = known(state, command.market);
      const before = settings(market);
      const wished = { ...market, ...command.settings };
      const wrong = unsuitable(wished, settingNames);
      refuse(wrong !== null, { reason: 'setting_invalid', field: wrong });
      const after = settings(wished);
      report(events, { type: 'market_settings_changed', market: command.market }, before, after, operator, cause);
      Object.assign(market, after);
      return;
    }
    case 'set_fee_tier': {
      const { market: id, tier } = command;
      const market = known(state, id);
      refuse(tier !== 0 && !isId(tier, 100), { reason: 'setting_invalid', field: 'tier' });
      refuse(tier === 0 && command.rates === null, { reason: 'setting_invalid', field: 'tier' });
      const after = checkedRates(command.rates);
      const before = state.rates.find((entry) => entry.market === id && entry.tier === tier)?.rates ?? null;
      report(events, { type: 'fee_tier_set', market: id, tier }, before, after, operator, cause);
      state.rates = state.rates.filter((entry) => entry.market !== id || entry.tier !== tier);
      if (after !== null) state.rates.push({ market: market.market, tier, rates: after });
      return;
    }
    case 'set_user_fee_tier': {
      const { user, tier } = command;
      refuse(!isId(user, 2 ** 30), { reason: 'user_invalid' });
      refuse(tier !== 0 && !isId(tier, 100), { reason: 'setting_invalid', field: 'tier' });
      const before = state.userTiers.find((entry) => entry.user === user)?.tier ?? 0;
      report(events, { type: 'user_fee_tier_set', user }, before, tier, operator, cause);
      state.userTiers = [...state.userTiers.filter((entry) => entry.user !== user), { user, tier }];
      return;
    }
    case 'set_user_fees': {
      const { user, market } = command;
      refuse(!isId(user, 2 ** 30), { reason: 'user_invalid' });
      if (market !== null) known(state, market);
      const after = checkedRates(command.rates);
      const isThis = (entry: { user: number; market: number | null }): boolean =>
        entry.user === user && entry.market === market;
      const before = state.userRates.find(isThis)?.rates ?? null;
      report(events, { type: 'user_fees_set', user, market }, before, after, operator, cause);
      state.userRates = state.userRates.filter((entry) => !isThis(entry));
      if (after !== null) state.userRates.push({ user, market, rates: after });
    }
  }
}

/** The rates that a user currently pays on a market, searched from scratch. */
export function ratesNow(state: NaiveState, user: number, market: number): FeeRates {
  const own = state.userRates.filter((entry) => entry.user === user);
  const tier = state.userTiers.find((entry) => entry.user === user)?.tier ?? 0;
  const tiers = state.rates
    .filter((entry) => entry.market === market && entry.tier <= tier)
    .toSorted((a, b) => b.tier - a.tier);
  const found = [
    ...own.filter((entry) => entry.market === market),
    ...own.filter((entry) => entry.market === null),
    ...tiers,
  ][0];
  if (found === undefined) throw new Error(`no rates for user ${user} on market ${market}`);
  return found.rates;
}

function known(state: NaiveState, id: number): NaiveMarket {
  const market = state.markets.find((listed) => listed.market === id);
  if (market === undefined) throw new Refused({ reason: 'market_unknown' });
  return market;
}

function settings(market: NaiveMarket): NaiveEvent {
  return Object.fromEntries(settingNames.map((name) => [name, market[name]]));
}

function checkedRates(rates: FeeRates | null): FeeRates | null {
  if (rates === null) return null;
  const { makerFeePpm, takerFeePpm } = rates;
  const maker = Math.abs(makerFeePpm);
  refuse(maker !== 0 && !isId(maker, 1_000_000), { reason: 'setting_invalid', field: 'makerFeePpm' });
  refuse(takerFeePpm !== 0 && !isId(takerFeePpm, 1_000_000), { reason: 'setting_invalid', field: 'takerFeePpm' });
  return { makerFeePpm, takerFeePpm };
}

function report(
  events: NaiveEvent[],
  what: NaiveEvent,
  before: unknown,
  after: unknown,
  operator: number,
  cause: string,
): void {
  refuse(JSON.stringify(before) === JSON.stringify(after), { reason: 'setting_unchanged' });
  events.push({ ...what, before, after, operator, cause });
}

import { isId, refuse, Refused } from '../../simulation/naive-rules.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveState } from '../../simulation/naive-state.ts';
import type { ConfigureLeverage, ConfigureMargin, LeverTerms } from '../commands.ts';
import type { NaivePair } from './naive-books.ts';

/** Refuses terms out of range, by the first invalid field. */
function checkTerms(after: LeverTerms, before: LeverTerms | null, quoteDecimals: number): void {
  const wrong = (field: string, isWrong: boolean): void => {
    refuse(isWrong, { reason: 'setting_invalid', field });
  };
  const { shareDecimals, sharePoints, markDecimals, minShare, maxShare, tiers } = after;
  const differs = (field: 'shareDecimals' | 'sharePoints' | 'markDecimals'): boolean =>
    before !== null && before[field] !== after[field];
  wrong('shareDecimals', !isId(shareDecimals + 1, 20) || differs('shareDecimals'));
  wrong('sharePoints', !isId(sharePoints, 1e9 + 1) || differs('sharePoints'));
  wrong('markDecimals', !isId(markDecimals + 1, 20) || differs('markDecimals'));
  const unit = BigInt(sharePoints) * 10n ** BigInt(quoteDecimals + 36 - shareDecimals - markDecimals);
  const whole = 10n ** 36n;
  wrong('markDecimals', unit % whole !== 0n || unit < whole || unit > 10n ** 12n * whole);
  wrong('multiples', !isAscending(after.multiples, 1000));
  wrong('shares', !isAscending(after.shares, 1e9));
  wrong('minShare', !isId(minShare, 1e9 + 1));
  wrong('maxShare', !isId(maxShare, 1e9 + 1) || maxShare < minShare);
  wrong('spreadPpm', !isId(after.spreadPpm + 1, 100_002));
  wrong('feePpm', !isId(after.feePpm + 1, 100_002));
  wrong('reservePpm', !isId(after.reservePpm, 1_000_001));
  wrong(
    'tiers',
    !isAscending(
      tiers.map(({ limit }) => limit),
      Number.MAX_SAFE_INTEGER,
    ),
  );
  const multiples = tiers.map(({ multiple }) => multiple);
  const isFalling = multiples.every((multiple, at) => at === 0 || multiple <= (multiples[at - 1] ?? 0));
  wrong('tiers', !isFalling || multiples.some((multiple) => !isId(multiple, 1001)));
  wrong('grossCap', after.grossCap !== 0 && !isId(after.grossCap, 2 ** 53));
}

function isAscending(values: readonly number[], maximum: number): boolean {
  const isSorted = values.toSorted((a, b) => a - b).join() === values.join();
  const areUnique = new Set(values).size === values.length;
  return (
    values.length >= 1 && values.length <= 20 && isSorted && areUnique && values.every((v) => isId(v, maximum + 1))
  );
}

export interface NaiveFloor {
  currency: number;
  version: number;
  houseFloor: number;
}

export function configurePair(
  state: NaiveState,
  pairs: NaivePair[],
  command: ConfigureLeverage,
  events: NaiveEvent[],
): NaiveEvent {
  const { type: _type, market, operator, cause, ...after } = command;
  refuse(operator !== 0 && !isId(operator, 2 ** 30), { reason: 'operator_invalid' });
  const listed = state.markets.find((one) => one.market === market);
  if (listed === undefined) throw new Refused({ reason: 'market_unknown' });
  const known = pairs.find((pair) => pair.market === market);
  const quoteDecimals = state.currencies.find((one) => one.currency === listed.quote)?.decimals ?? 0;
  checkTerms(after, known?.terms ?? null, quoteDecimals);
  refuse(known !== undefined && JSON.stringify(known.terms) === JSON.stringify(after), {
    reason: 'setting_unchanged',
  });
  const before = known?.terms ?? null;
  const version = (known?.version ?? 0) + 1;
  const shift = quoteDecimals - after.shareDecimals - after.markDecimals;
  const unit = shift >= 0 ? after.sharePoints * 10 ** shift : after.sharePoints / 10 ** -shift;
  const pair: NaivePair = { market, base: listed.base, quote: listed.quote, unit, version, terms: after };
  if (known === undefined) pairs.push(pair);
  else Object.assign(known, pair);
  events.push({ type: 'leverage_configured', market, version, before, after, operator, cause });
  return { type: 'done' };
}

export function configureFloor(
  state: NaiveState,
  floors: NaiveFloor[],
  command: ConfigureMargin,
  events: NaiveEvent[],
): NaiveEvent {
  const { currency, houseFloor, operator, cause } = command;
  refuse(operator !== 0 && !isId(operator, 2 ** 30), { reason: 'operator_invalid' });
  refuse(!state.currencies.some((one) => one.currency === currency), { reason: 'currency_unknown' });
  refuse(houseFloor !== 0 && !isId(houseFloor, 2 ** 53), { reason: 'setting_invalid', field: 'houseFloor' });
  const known = floors.find((one) => one.currency === currency);
  refuse(known?.houseFloor === houseFloor, { reason: 'setting_unchanged' });
  const before = known?.houseFloor ?? null;
  const version = (known?.version ?? 0) + 1;
  if (known === undefined) floors.push({ currency, version, houseFloor });
  else Object.assign(known, { version, houseFloor });
  events.push({ type: 'margin_configured', currency, version, before, after: houseFloor, operator, cause });
  return { type: 'done' };
}

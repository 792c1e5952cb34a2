import { isId, refuse } from '../../simulation/naive-rules.ts';
import type { LeverTerms } from '../commands.ts';

/** Refuses terms out of range, by the first invalid field. */
export function checkTerms(after: LeverTerms, before: LeverTerms | null, quoteDecimals: number): void {
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

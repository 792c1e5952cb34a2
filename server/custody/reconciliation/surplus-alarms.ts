import { type Currency, Valuation } from '../../ground/feed/index.ts';
import type { With } from '../../ground/parts.ts';
import { comparedAsset } from './compared-asset.ts';
import { findingOf, readNewest, type StoredComparison } from './comparisons.ts';

type SurplusAlarmParts = With<'alarms' | 'chains' | 'db' | 'views'>;

/** Money below a dollar is dust, which anyone can send. */
const dust = 10n ** 18n;

/** Raises an alarm while money was received unseen, and one of a lower grade while all of an asset is dust. */
export function addSurplusAlarms(parts: SurplusAlarmParts): void {
  const { alarms, db, views } = parts;
  for (const name of ['funds_unseen', 'dust_unseen'] as const) {
    alarms.add({
      name,
      check: async () => {
        const unseen = (await readNewest(db)).filter((row) => findingOf(row) === 'unseen');
        const valuation = new Valuation(views);
        const found = unseen.filter((row) => isDust(parts, row, valuation) === (name === 'dust_unseen'));
        return found.length === 0 ? null : { assets: found.length };
      },
    });
  }
}

/** Whether a surplus is worth less than a dollar. One without a price is money, however little it is. */
function isDust(parts: SurplusAlarmParts, row: StoredComparison, valuation: Valuation): boolean {
  const { currency, decimals } = comparedAsset(parts, row);
  return currency !== null && worthOf(row.balance - row.expected, { currency, decimals }, valuation) < dust;
}

/** The value of an amount in 10^-18 dollars, rounded up. */
function worthOf(
  amount: bigint,
  { currency, decimals }: { readonly currency: Currency; readonly decimals: number },
  valuation: Valuation,
): bigint {
  const price = valuation.dollarsForOne(currency);
  return price === 0n ? dust : (amount * price) / 10n ** BigInt(decimals) + 1n;
}

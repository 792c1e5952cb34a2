import type { LeverageDecision } from '@bourse/contract/console';
import { useFigures } from '../../../ui/use-figures.ts';
import type { Change } from '../../parts/changes.ts';
import { percentOf } from '../../parts/percent.ts';
import { useTexts } from '../../texts/texts.ts';

/** Terms by the name of their field, with lists as texts. */
type Terms = LeverageDecision['before'];

const fields = [
  ...(['state', 'share_decimals', 'share_points', 'mark_decimals', 'multiples', 'shares'] as const),
  ...(['min_share', 'max_share', 'spread', 'fee', 'fee_base', 'reserve', 'tiers', 'gross_cap'] as const),
] as const;

/** Returns the fields that differ between two terms, in words; null means that there were none. */
export function useTermsChanges(): (before: Terms, after: Terms) => readonly Change[] {
  const t = useTexts();
  const figures = useFigures();
  const shown = (terms: Terms, field: (typeof fields)[number]): string | null => {
    const value = terms?.[field];
    if (value === undefined || value === null) return null;
    switch (field) {
      case 'spread':
      case 'fee':
      case 'reserve':
        return t('leverage.percent', { percent: percentOf(String(value)) });
      case 'state':
        return t(value === 'open' ? 'leverage.states.open' : 'leverage.states.reduce_only');
      case 'fee_base':
        return t(value === 'margin' ? 'leverage.bases.margin' : 'leverage.bases.amount');
      case 'multiples':
      case 'shares':
      case 'tiers':
        return String(value);
      case 'share_decimals':
      case 'share_points':
      case 'mark_decimals':
      case 'min_share':
      case 'max_share':
      case 'gross_cap':
        return figures.trimmed(String(value), 18);
    }
  };
  return (before, after) =>
    fields
      .map((field) => ({
        field: t(`leverage.fields.${field}`),
        before: shown(before, field),
        after: shown(after, field),
      }))
      .filter((change) => change.before !== change.after);
}

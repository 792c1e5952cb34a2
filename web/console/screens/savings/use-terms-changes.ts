import type { SavingsDecision } from '@bourse/contract/console';
import { useFigures } from '../../../ui/use-figures.ts';
import type { Change } from '../../parts/changes.ts';
import { percentOf } from '../../parts/percent.ts';
import { useTexts } from '../../texts/texts.ts';

/** Terms by the name of their field; fields that a decision keeps are absent. */
type Terms = SavingsDecision['before'];

const fields = ['currency_code', 'amount', 'days', 'rate', 'quota', 'user_quota', 'state'] as const;

/** Returns the fields that differ between two terms, in words; null means that there was no product. */
export function useTermsChanges(): (before: Terms, after: Terms) => readonly Change[] {
  const t = useTexts();
  const figures = useFigures();
  const shown = (terms: Terms, field: (typeof fields)[number]): string | null => {
    const value = terms?.[field];
    if (value === undefined || value === null) return null;
    switch (field) {
      case 'rate':
        return t('savings.percent', { percent: percentOf(String(value)) });
      case 'state':
        return t(value === 'open' ? 'savings.states.open' : 'savings.states.closed');
      case 'currency_code':
        return String(value);
      case 'amount':
      case 'days':
      case 'quota':
      case 'user_quota':
        return figures.trimmed(String(value), 18);
    }
  };
  return (before, after) =>
    fields
      .map((field) => ({
        field: t(`savings.fields.${field}`),
        before: shown(before, field),
        after: shown(after, field),
      }))
      .filter((change) => change.before !== change.after);
}

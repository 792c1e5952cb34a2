import type { SecondsDecision } from '@bourse/contract/console';
import { useFigures } from '../../../ui/use-figures.ts';
import type { Change } from '../../parts/changes.ts';
import { percentOf } from '../../parts/percent.ts';
import { useTexts } from '../../texts/texts.ts';

/** Settings by the name of their field, with lists as texts. */
export type ShownTerms = SecondsDecision['before'];

const fields = ['options', 'fee', 'numbers', 'user_cap', 'side_cap', 'state'] as const;

/** Returns the fields that differ between two settings, in words; null means that there were none. */
export function useSecondsChanges(): (before: ShownTerms, after: ShownTerms) => readonly Change[] {
  const t = useTexts();
  const figures = useFigures();
  const shown = (terms: ShownTerms, field: (typeof fields)[number]): string | null => {
    const value = terms?.[field];
    if (value === undefined || value === null) return null;
    switch (field) {
      case 'fee':
        return t('seconds.percent', { percent: percentOf(String(value)) });
      case 'state':
        return t(value === 'open' ? 'seconds.states.open' : 'seconds.states.closed');
      case 'options':
      case 'numbers':
        return String(value);
      case 'user_cap':
      case 'side_cap':
        return figures.trimmed(String(value), 18);
    }
  };
  return (before, after) =>
    fields
      .map((field) => ({
        field: t(`seconds.fields.${field}`),
        before: shown(before, field),
        after: shown(after, field),
      }))
      .filter((change) => change.before !== change.after);
}

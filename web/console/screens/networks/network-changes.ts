import type { NetworkRow } from '@bourse/contract/console';
import { useFigures } from '../../../ui/use-figures.ts';
import type { Change } from '../../parts/changes.ts';
import { percentOf } from '../../parts/percent.ts';
import { useTexts } from '../../texts/texts.ts';

const fields = ['recharge_min', 'draw_min', 'draw_max', 'fee', 'arrival_minutes', 'max_gas'] as const;
type Terms = Pick<NetworkRow, (typeof fields)[number] | 'fee_kind'>;

/** Returns the terms that differ, in words; null means that there were none. */
export function useNetworkChanges(): (before: Terms | null, after: Terms) => readonly Change[] {
  const t = useTexts();
  const figures = useFigures();
  const shown = (terms: Terms | null, field: (typeof fields)[number]): string | null => {
    if (terms === null) return null;
    if (field === 'fee' && terms.fee_kind === 'rate') return t('networks.percent', { percent: percentOf(terms.fee) });
    return figures.trimmed(String(terms[field]), 18);
  };
  return (before, after) =>
    fields
      .map((field) => ({
        field: t(`networks.fields.${field}`),
        before: shown(before, field),
        after: shown(after, field),
      }))
      .filter((change) => change.before !== change.after);
}

import { useTexts } from '../../texts/texts.ts';
import type { Change } from '../../parts/changes.ts';
import { percentOf } from '../../parts/percent.ts';
import { secondsOf } from './index-rule.ts';

/** The rule of an index, in the units of the wire. */
export interface Rule {
  readonly sources: readonly string[];
  readonly price_decimals: number;
  readonly min_sources: number;
  readonly max_deviation: string;
  readonly staleness_ms: number;
}

/** Returns the fields that differ between two rules, in words; `before` is undefined for the first rule. */
export function useRuleChanges(): (before: Rule | undefined, after: Rule) => readonly Change[] {
  const t = useTexts();
  const shown = (rule: Rule): readonly (readonly [field: string, value: string])[] => [
    [t('indices.sources'), rule.sources.join(', ')],
    [t('indices.minSources'), String(rule.min_sources)],
    [t('indices.maxDeviation'), t('indices.percent', { percent: percentOf(rule.max_deviation) })],
    [t('indices.staleness'), t('indices.seconds', { seconds: secondsOf(rule.staleness_ms) })],
    [t('indices.decimals'), String(rule.price_decimals)],
  ];
  return (before, after) => {
    const old = new Map(before === undefined ? [] : shown(before));
    return shown(after)
      .map(([field, value]) => ({ field, before: old.get(field) ?? null, after: value }))
      .filter((change) => change.before !== change.after);
  };
}

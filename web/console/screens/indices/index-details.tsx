import { indexCalls, type IndexRow, type IndexSourceRow } from '@bourse/contract/console';
import { Facts } from '../../parts/drawer.tsx';
import { Changes } from '../../parts/diff.tsx';
import { Figure, Time } from '../../parts/figures.tsx';
import { History } from '../../parts/history.tsx';
import { percentOf } from '../../parts/percent.ts';
import { PlainTable } from '../../parts/section.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { ageText, secondsOf } from './index-rule.ts';
import { useRuleChanges, type Rule } from './use-rule-changes.ts';

interface IndexDetailsProps {
  readonly index: IndexRow;
  /** The time at which the prices were read; null while it is unknown. */
  readonly asOf: number | null;
}

/** An index: its price, the sources that form it, its rule and the history of the rule. */
export function IndexDetails({ index, asOf }: IndexDetailsProps) {
  const t = useTexts();
  const changesBetween = useRuleChanges();
  const history = useList(indexCalls.indexHistory, { currency_id: String(index.currency_id) });
  const { price_decimals: decimals, sources } = index;
  return (
    <>
      <Facts
        facts={[
          [t('words.state'), <IndexState key="state" index={index} />],
          [t('indices.price'), <Figure key="price" value={index.price} decimals={decimals} />],
          [t('indices.live'), t('indices.liveOf', { live: index.live_sources, all: sources.length })],
          [t('indices.updated'), <Time key="updated" at={index.updated_at} />],
        ]}
      />
      <h3>{t('indices.sources')}</h3>
      <PlainTable
        caption={t('indices.sources')}
        heads={[t('indices.source'), t('indices.price'), t('indices.age'), t('indices.counted')]}
        figures={[t('indices.price'), t('indices.age')]}
        rows={sources}
        rowKey={({ name }) => name}
        renderCells={(source) => [
          source.name,
          <Figure key="price" value={source.price} {...(source.price === null ? {} : { decimals })} />,
          source.observed_at === null || asOf === null ? '–' : ageText(asOf - source.observed_at),
          <SourceState key="state" source={source} />,
        ]}
      />
      <h3>{t('indices.rule')}</h3>
      <Facts
        facts={[
          [t('indices.minSources'), index.min_sources],
          [t('indices.maxDeviation'), t('indices.percent', { percent: percentOf(index.max_deviation) })],
          [t('indices.staleness'), t('indices.seconds', { seconds: secondsOf(index.staleness_ms) })],
          [t('indices.decimals'), decimals],
          [t('words.version'), index.version],
        ]}
      />
      {index.waiting !== null && (
        <>
          <h3>{t('indices.waiting')}</h3>
          <p>{t('indices.waitingText')}</p>
          <Changes changes={changesBetween(ruleOf(index), index.waiting)} />
        </>
      )}
      <History list={history} changesOf={(rule, previous) => changesBetween(previous, rule)} />
    </>
  );
}

/** The rule of an index, with its sources by name. */
export function ruleOf({ sources, ...rule }: IndexRow): Rule {
  return { ...rule, sources: sources.map(({ name }) => name).toSorted() };
}

/** Whether the index has a price, and whether all sources form it. */
export function IndexState({ index }: { readonly index: IndexRow }) {
  const t = useTexts();
  const state = indexStateOf(index);
  const tone = { live: 'good', partial: 'warning', none: 'bad' } as const;
  return (
    <>
      <StateBadge tone={tone[state]}>{t(`indices.states.${state}`)}</StateBadge>
      {index.waiting !== null && <StateBadge tone="warning">{t('indices.waiting')}</StateBadge>}
    </>
  );
}

export function indexStateOf({ price, sources }: IndexRow): 'live' | 'partial' | 'none' {
  if (price === null) return 'none';
  return sources.every((source) => source.left_out === null) ? 'live' : 'partial';
}

function SourceState({ source: { left_out: leftOut } }: { readonly source: IndexSourceRow }) {
  const t = useTexts();
  return leftOut === null ? (
    <StateBadge tone="good">{t('words.yes')}</StateBadge>
  ) : (
    <StateBadge tone={leftOut === 'silent' ? 'bad' : 'warning'}>{t(`indices.leftOut.${leftOut}`)}</StateBadge>
  );
}

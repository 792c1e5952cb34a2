import { NativeSelect, TextInput } from '@mantine/core';
import { indexCalls, indexRuleNeedsSecond, marketCalls, type IndexRow } from '@bourse/contract/console';
import { useState } from 'react';
import { ActionDialog, type ErrorOf } from '../../parts/action-dialog.tsx';
import { FigureInput } from '../../parts/figure-input.tsx';
import { percentOf } from '../../parts/percent.ts';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { ruleOf as presentRuleOf } from './index-details.tsx';
import { readRule, secondsOf, type RuleTexts } from './index-rule.ts';
import { useRuleChanges, type Rule } from './use-rule-changes.ts';

interface RuleDialogProps {
  readonly index: IndexRow;
  readonly onClose: () => void;
}

const fields = ['currency_id', 'price_decimals', 'sources', 'min_sources', 'max_deviation', 'staleness_ms'];

/** Changes the rule of an index from the next price on. */
export function ChangeRule({ index, onClose }: RuleDialogProps) {
  const t = useTexts();
  const changesBetween = useRuleChanges();
  const [texts, setTexts] = useState<RuleTexts>({
    sources: index.sources.map(({ name }) => name).join(', '),
    decimals: String(index.price_decimals),
    minSources: String(index.min_sources),
    maxDeviation: percentOf(index.max_deviation),
    staleness: secondsOf(index.staleness_ms),
  });
  const rule = ruleOf(texts);
  const changes = rule === null ? [] : changesBetween(presentRuleOf(index), rule);
  return (
    <ActionDialog
      call={indexCalls.configureIndex}
      title={t('indices.changeTitle', { code: index.currency_code })}
      confirmLabel={t('indices.change')}
      input={rule === null || changes.length === 0 ? null : { ...seenOf(index), ...rule }}
      changes={changes}
      fields={fields}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {index.waiting !== null && <p>{t('indices.replacesWaiting')}</p>}
          <RuleFields texts={texts} errorOf={errorOf} onChange={setTexts} />
        </>
      )}
    </ActionDialog>
  );
}

/** Withdraws the new rule of an index that waits: the rule in force stays. */
export function WithdrawRule({ index, onClose }: RuleDialogProps) {
  const t = useTexts();
  const changesBetween = useRuleChanges();
  const { waiting } = index;
  if (waiting === null) return null;
  const { max_deviation, min_sources, price_decimals, sources, staleness_ms } = presentRuleOf(index);
  const inForce = { max_deviation, min_sources, price_decimals, sources: [...sources], staleness_ms };
  return (
    <ActionDialog
      call={indexCalls.configureIndex}
      title={t('indices.withdrawTitle', { code: index.currency_code })}
      confirmLabel={t('indices.withdraw')}
      isDestructive
      needsSecond={indexRuleNeedsSecond(inForce, inForce)}
      input={{ ...seenOf(index), ...inForce }}
      changes={changesBetween(waiting, inForce)}
      onClose={onClose}
    >
      <p>{t('indices.withdrawText')}</p>
    </ActionDialog>
  );
}

/** The state of an index for which a request is made. */
function seenOf({ currency_id, version, waiting }: IndexRow) {
  return { currency_id, version, waiting_sequence: waiting?.sequence ?? null };
}

interface AddIndexProps {
  readonly indices: readonly IndexRow[];
  readonly onClose: () => void;
}

/** Creates the index of a currency that has none. */
export function AddIndex({ indices, onClose }: AddIndexProps) {
  const t = useTexts();
  const changesBetween = useRuleChanges();
  const currencies = useList(marketCalls.currencies, {});
  const [chosen, choose] = useState('');
  const [texts, setTexts] = useState<RuleTexts>({
    sources: '',
    decimals: '8',
    minSources: '',
    maxDeviation: '',
    staleness: '',
  });
  const free = (currencies.rows ?? []).filter(({ id }) => !indices.some((index) => index.currency_id === id));
  const currency = free.find(({ id }) => String(id) === chosen);
  const rule = ruleOf(texts);
  return (
    <ActionDialog
      call={indexCalls.configureIndex}
      title={t('indices.addTitle')}
      confirmLabel={t('indices.add')}
      input={
        rule === null || currency === undefined
          ? null
          : { currency_id: currency.id, version: 0, waiting_sequence: null, ...rule }
      }
      {...(rule === null ? {} : { changes: changesBetween(undefined, rule) })}
      fields={fields}
      fieldOf={{ currency_unknown: 'currency_id' }}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <NativeSelect
            label={t('indices.currency')}
            value={chosen}
            error={errorOf('currency_id')}
            data={[
              { value: '', label: t('indices.chooseCurrency'), disabled: true },
              ...free.map(({ code, id }) => ({ value: String(id), label: code })),
            ]}
            onChange={(event) => choose(event.currentTarget.value)}
          />
          <FigureInput
            label={t('indices.decimals')}
            description={t('indices.decimalsHint')}
            value={texts.decimals}
            error={
              errorOf('price_decimals') ??
              (readRule(texts).decimals === null ? t('entry.whole', { min: 0, max: 18 }) : null)
            }
            onChange={(decimals) => setTexts({ ...texts, decimals })}
          />
          <RuleFields texts={texts} errorOf={errorOf} onChange={setTexts} />
        </>
      )}
    </ActionDialog>
  );
}

interface RuleFieldsProps {
  readonly texts: RuleTexts;
  readonly errorOf: ErrorOf;
  readonly onChange: (texts: RuleTexts) => void;
}

function RuleFields({ texts, errorOf, onChange }: RuleFieldsProps) {
  const t = useTexts();
  const rule = readRule(texts);
  const errorFor = (field: string, text: string, isRead: boolean, problem: string): string | null =>
    errorOf(field) ?? (text.trim() === '' || isRead ? null : problem);
  const count = rule.sources?.length ?? 16;
  return (
    <>
      <TextInput
        label={t('indices.sources')}
        description={t('indices.sourcesHint')}
        value={texts.sources}
        error={errorFor('sources', texts.sources, rule.sources !== null, t('indices.sourcesInvalid'))}
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        onChange={(event) => onChange({ ...texts, sources: event.currentTarget.value })}
      />
      <FigureInput
        label={t('indices.minSources')}
        description={t('indices.minSourcesHint')}
        value={texts.minSources}
        error={errorFor(
          'min_sources',
          texts.minSources,
          rule.minSources !== null,
          t('entry.whole', { min: 1, max: count }),
        )}
        onChange={(minSources) => onChange({ ...texts, minSources })}
      />
      <FigureInput
        label={t('indices.maxDeviation')}
        description={t('indices.maxDeviationHint')}
        unit="%"
        value={texts.maxDeviation}
        error={errorFor('max_deviation', texts.maxDeviation, rule.maxDeviation !== null, t('entry.percent'))}
        onChange={(maxDeviation) => onChange({ ...texts, maxDeviation })}
      />
      <FigureInput
        label={t('indices.staleness')}
        description={t('indices.stalenessHint')}
        unit={t('indices.unit')}
        value={texts.staleness}
        error={errorFor('staleness_ms', texts.staleness, rule.stalenessMs !== null, t('indices.stalenessInvalid'))}
        onChange={(staleness) => onChange({ ...texts, staleness })}
      />
    </>
  );
}

type RuleInput = Omit<Rule, 'sources'> & { readonly sources: string[] };

/** The complete rule of a form; null while a field is missing or invalid. */
function ruleOf(texts: RuleTexts): RuleInput | null {
  const { decimals, maxDeviation, minSources, sources, stalenessMs } = readRule(texts);
  if (sources === null || decimals === null || minSources === null) return null;
  if (maxDeviation === null || stalenessMs === null) return null;
  return {
    sources: [...sources],
    price_decimals: decimals,
    min_sources: minSources,
    max_deviation: maxDeviation,
    staleness_ms: stalenessMs,
  };
}

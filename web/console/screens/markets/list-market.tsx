import { NativeSelect } from '@mantine/core';
import { type CurrencyRow, marketCalls } from '@bourse/contract/console';
import { type ReactNode, useState } from 'react';
import { SkeletonRows } from '../../../ui/states.tsx';
import { ActionDialog, type ErrorOf } from '../../parts/action-dialog.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useList } from '../../wire/use-list.ts';
import { useRead } from '../../wire/use-read.ts';
import { newMarketForm, type NewMarketForm, readDecimals } from './new-market.ts';
import { type FieldProblem, readMultiple, readRates, readSettings, settingFields, unitOf } from './setting-form.ts';
import { MarketInput, RateInputs, SettingInputs } from './setting-inputs.tsx';
import { StateChoice } from './state-choice.tsx';
import { unitRefusalFields, UnitCheck, useUnitCheck } from './unit-check.tsx';
import classes from './markets.module.css';

const formFields = [
  'base',
  'quote',
  'price_decimals',
  'tick',
  'amount_decimals',
  'lot',
  ...settingFields,
  'maker_fee',
  'taker_fee',
];
const noEdits: Partial<NewMarketForm> = {};

/** Lists a market between two currencies. Every field is prefilled once both are chosen. */
export function ListMarket({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts();
  const { rows: currencies } = useList(marketCalls.currencies, {});
  const { rows: markets } = useList(marketCalls.markets, {});
  const [baseId, setBase] = useState('');
  const [quoteId, setQuote] = useState('');
  const [edited, setEdited] = useState(noEdits);
  const base = currencies?.find(({ id }) => String(id) === baseId);
  const quote = currencies?.find(({ id }) => String(id) === quoteId);
  const similarId = markets?.find(({ quote_code }) => quote_code === quote?.code)?.id;
  const read = useRead(marketCalls.market, { id: similarId ?? 0 }, { when: similarId !== undefined, every: null });
  const similar = read.data?.id === similarId ? (read.data ?? null) : null;
  const isReady = markets !== undefined && (similarId === undefined || similar !== null || read.failed);
  const pair = base === undefined || quote === undefined || !isReady ? null : { base, quote, markets, similar };
  const form = pair === null ? null : newMarketForm(pair, edited);
  const entered = form === null || pair === null ? null : readForm(form, pair.quote);
  const check = useUnitCheck(
    entered?.units === null || entered === null || pair === null
      ? null
      : { base: pair.base.id, quote: pair.quote.id, ...entered.units },
  );
  const isComplete = entered !== null && entered.values !== null && pair !== null && !check.isRefused;
  const change = (changes: Partial<NewMarketForm>): void => setEdited((known) => ({ ...known, ...changes }));
  return (
    <ActionDialog
      call={marketCalls.listMarket}
      title={t('markets.listTitle')}
      confirmLabel={t('markets.list')}
      reasonCode="listing"
      isWide
      input={
        isComplete && entered.values !== null ? { base: pair.base.id, quote: pair.quote.id, ...entered.values } : null
      }
      fields={formFields}
      fieldOf={unitRefusalFields}
      onClose={onClose}
    >
      {(refusalOf) => {
        const errorOf: ErrorOf = (field) => check.errorOf(field) ?? refusalOf(field);
        return (
          <>
            <Group title={t('markets.groups.currencies')}>
              <div className={classes.fields}>
                <CurrencySelect
                  label={t('markets.base')}
                  currencies={currencies ?? []}
                  value={baseId}
                  error={errorOf('base')}
                  onChange={setBase}
                />
                <CurrencySelect
                  label={t('markets.quote')}
                  currencies={currencies ?? []}
                  value={quoteId}
                  error={errorOf('quote')}
                  onChange={setQuote}
                />
              </div>
              {(base === undefined || quote === undefined) && <p>{t('markets.chooseBoth')}</p>}
            </Group>
            {base !== undefined && quote !== undefined && form === null && <SkeletonRows count={6} height={44} />}
            {form !== null && entered !== null && pair !== null && (
              <>
                <Group title={t('markets.groups.units')} hint={t('markets.unitsHint')}>
                  <UnitInputs {...{ form, change, errorOf }} problems={entered.problems} pair={pair} />
                  <UnitCheck check={check} base={pair.base.code} quote={pair.quote.code} />
                </Group>
                <Group title={t('markets.groups.settings')}>
                  <SettingInputs
                    {...{ form, errorOf }}
                    problems={entered.problems}
                    units={{ tick: form.tick, lot: form.lot, amount: unitOf(pair.quote.decimals) }}
                    base={pair.base.code}
                    quote={pair.quote.code}
                    onChange={change}
                  />
                </Group>
                <Group title={t('markets.groups.fees')} hint={t('markets.ratesHint')}>
                  <RateInputs {...{ form, errorOf }} problems={entered.problems} onChange={change} />
                </Group>
                <StateChoice
                  label={t('markets.firstState')}
                  value={form.state}
                  onChange={(state) => change({ state })}
                />
              </>
            )}
          </>
        );
      }}
    </ActionDialog>
  );
}

type Problems = Readonly<Partial<Record<keyof NewMarketForm, FieldProblem>>>;

/** The entered values as the server receives them; `units` as soon as those are complete. */
function readForm(form: NewMarketForm, quote: CurrencyRow) {
  const priceDecimals = readDecimals(form.price_decimals);
  const amountDecimals = readDecimals(form.amount_decimals);
  const tick = readMultiple(form.tick, priceDecimals === null ? null : unitOf(priceDecimals));
  const lot = readMultiple(form.lot, amountDecimals === null ? null : unitOf(amountDecimals));
  const settings = readSettings(form, { tick: form.tick, lot: form.lot, amount: unitOf(quote.decimals) });
  const rates = readRates(form);
  const problems: Problems = {
    ...(priceDecimals === null ? { price_decimals: 'decimals' } : {}),
    ...(amountDecimals === null ? { amount_decimals: 'decimals' } : {}),
    ...('problem' in tick ? { tick: tick.problem } : {}),
    ...('problem' in lot ? { lot: lot.problem } : {}),
    ...settings.problems,
    ...rates.problems,
  };
  const units =
    priceDecimals === null || amountDecimals === null || 'problem' in tick || 'problem' in lot
      ? null
      : { price_decimals: priceDecimals, tick: tick.value, amount_decimals: amountDecimals, lot: lot.value };
  const values =
    units === null || settings.values === null || rates.values === null
      ? null
      : { ...units, ...settings.values, ...rates.values, state: form.state };
  return { problems, units, values };
}

interface UnitInputsProps {
  readonly form: NewMarketForm;
  readonly problems: Problems;
  readonly pair: { readonly base: CurrencyRow; readonly quote: CurrencyRow };
  readonly errorOf: ErrorOf;
  readonly change: (changes: Partial<NewMarketForm>) => void;
}

function UnitInputs({ change, errorOf, form, pair, problems }: UnitInputsProps) {
  const t = useTexts();
  const unit = (field: 'price_decimals' | 'tick' | 'amount_decimals' | 'lot') => ({
    label: t(`markets.fields.${field}`),
    value: form[field],
    problem: problems[field],
    refusal: errorOf(field),
    onChange: (value: string) => change({ [field]: value }),
  });
  const multipleOf = (decimals: string): string | null => {
    const count = readDecimals(decimals);
    return count === null ? null : unitOf(count);
  };
  return (
    <div className={classes.fields}>
      <MarketInput {...unit('price_decimals')} />
      <MarketInput {...unit('tick')} unit={pair.quote.code} multipleOf={multipleOf(form.price_decimals)} />
      <MarketInput {...unit('amount_decimals')} />
      <MarketInput {...unit('lot')} unit={pair.base.code} multipleOf={multipleOf(form.amount_decimals)} />
    </div>
  );
}

interface CurrencySelectProps {
  readonly label: string;
  readonly currencies: readonly CurrencyRow[];
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (id: string) => void;
}

function CurrencySelect({ currencies, error, label, onChange, value }: CurrencySelectProps) {
  const t = useTexts();
  const sorted = currencies.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      data={[
        { value: '', label: t('markets.chooseCurrency'), disabled: true },
        ...sorted.map(({ code, id }) => ({ value: String(id), label: code })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface GroupProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

function Group({ children, hint, title }: GroupProps) {
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      {hint !== undefined && <p>{hint}</p>}
      {children}
    </fieldset>
  );
}

import { Checkbox, NativeSelect } from '@mantine/core';
import { selfTradePreventions, type MarketDetail } from '@bourse/contract/console';
import type { ErrorOf } from '../../parts/action-dialog.tsx';
import { FigureInput } from '../../parts/figure-input.tsx';
import { useTexts } from '../../texts/texts.ts';
import type { FieldProblem, FormUnits, RateValues, SettingField, SettingForm } from './setting-form.ts';
import classes from './markets.module.css';

type SelfTradePrevention = MarketDetail['self_trade_prevention'];

interface MarketInputProps {
  readonly label: string;
  /** Shown at the end of the field. */
  readonly unit?: string;
  readonly hint?: string;
  readonly value: string;
  readonly isSigned?: boolean;
  readonly problem?: FieldProblem | undefined;
  /** The unit of which the value must be a multiple, for the sentence of a problem. */
  readonly multipleOf?: string | null;
  readonly refusal: string | null;
  readonly onChange: (value: string) => void;
}

/** A field for a figure of a market; its own problem is shown before a refusal by the server. */
export function MarketInput({ hint, multipleOf, problem, refusal, ...props }: MarketInputProps) {
  const t = useTexts();
  return (
    <FigureInput
      {...props}
      description={hint}
      error={problem === undefined ? refusal : t(`markets.problems.${problem}`, { unit: multipleOf ?? '' })}
    />
  );
}

interface SettingInputsProps {
  readonly form: SettingForm;
  readonly problems: Readonly<Partial<Record<SettingField, FieldProblem>>>;
  readonly units: FormUnits;
  readonly base: string;
  readonly quote: string;
  readonly errorOf: ErrorOf;
  readonly onChange: (changes: Partial<SettingForm>) => void;
}

/** The fields for everything that can change while a market trades, except its fees. */
export function SettingInputs({ base, errorOf, form, onChange, problems, quote, units }: SettingInputsProps) {
  const t = useTexts();
  const figure = (field: Exclude<SettingField, 'self_trade_prevention' | 'sell_blocked'>) => ({
    label: t(`markets.fields.${field}`),
    value: form[field],
    problem: problems[field],
    refusal: errorOf(field),
    onChange: (value: string) => onChange({ [field]: value }),
  });
  return (
    <>
      <div className={classes.fields}>
        <MarketInput {...figure('price_step')} unit={quote} multipleOf={units.tick} />
        <MarketInput {...figure('quantity_step')} unit={base} multipleOf={units.lot} />
        <MarketInput {...figure('min_notional')} unit={quote} multipleOf={units.amount} />
        <MarketInput {...figure('max_open_orders')} unit={t('markets.perUser')} />
        <MarketInput {...figure('slippage')} unit="%" hint={t('markets.hints.slippage')} />
        <MarketInput {...figure('price_band')} unit="%" hint={t('markets.hints.priceBand')} />
        <NativeSelect
          label={t('markets.fields.self_trade_prevention')}
          value={form.self_trade_prevention}
          error={errorOf('self_trade_prevention')}
          data={selfTradePreventions.map((value) => ({ value, label: t(`markets.preventions.${value}`) }))}
          onChange={(event) => {
            const chosen = preventionOf(event.currentTarget.value);
            if (chosen !== undefined) onChange({ self_trade_prevention: chosen });
          }}
        />
      </div>
      <Checkbox
        label={t('markets.fields.sell_blocked')}
        description={t('markets.hints.sellBlocked')}
        checked={form.sell_blocked}
        error={errorOf('sell_blocked')}
        onChange={(event) => onChange({ sell_blocked: event.currentTarget.checked })}
      />
    </>
  );
}

function preventionOf(text: string): SelfTradePrevention | undefined {
  return selfTradePreventions.find((value) => value === text);
}

interface RateInputsProps {
  readonly form: RateValues;
  readonly problems: Readonly<Partial<Record<keyof RateValues, FieldProblem>>>;
  readonly errorOf: ErrorOf;
  readonly onChange: (changes: Partial<RateValues>) => void;
}

/** The fields for the rates of a fee tier, in percent. */
export function RateInputs({ errorOf, form, onChange, problems }: RateInputsProps) {
  const t = useTexts();
  const rate = (field: keyof RateValues) => ({
    label: t(`markets.fields.${field}`),
    unit: '%',
    value: form[field],
    problem: problems[field],
    refusal: errorOf(field),
    onChange: (value: string) => onChange({ [field]: value }),
  });
  return (
    <div className={classes.fields}>
      <MarketInput {...rate('maker_fee')} isSigned />
      <MarketInput {...rate('taker_fee')} />
    </div>
  );
}

import { IconMinus, IconPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useAppearance } from '../../../ui/theme/appearance.tsx';
import { seriesColours } from '../../../ui/theme/tokens.ts';
import { enteredDecimal, shownDecimal } from '../../../ui/typed-decimal.ts';
import { useFigures } from '../../../ui/use-figures.ts';
import {
  factsOf,
  hasRoom,
  isParam,
  maxLines,
  namesIn,
  paramBounds,
  defaultIndicator,
  defaultIndicators,
  withParams,
  wordAt,
  type IndicatorName,
  type ShownIndicator,
} from './indicators.ts';
import classes from './indicator-dialog.module.css';

/** The longest text of a parameter. */
const maxParamLength = 5;

interface IndicatorDialogProps {
  readonly shown: readonly ShownIndicator[];
  readonly onChange: (shown: readonly ShownIndicator[]) => void;
  readonly onClose: () => void;
}

/** Selects and configures the indicators on and below the candles. Changes apply immediately. */
export function IndicatorDialog({ shown, onChange, onClose }: IndicatorDialogProps) {
  const { t } = useTranslation();
  const toggle = (name: IndicatorName): void => {
    const without = shown.filter((one) => one.name !== name);
    onChange(without.length < shown.length ? without : [...shown, defaultIndicator(name)]);
  };
  const replace = (changed: ShownIndicator): void =>
    onChange(shown.map((one) => (one.name === changed.name ? changed : one)));
  return (
    <Sheet title={t('chart.indicators')} from="centre" opened onClose={onClose}>
      <div className={classes.dialog}>
        <section className={classes.part}>
          <h3 className={classes.heading}>{t('chart.active')}</h3>
          {shown.length === 0 && <p className={classes.none}>{t('chart.noIndicators')}</p>}
          <ul className={classes.list}>
            {shown.map((one) => (
              <IndicatorRow key={one.name} shown={one} onChange={replace} onRemove={() => toggle(one.name)} />
            ))}
          </ul>
        </section>
        <Choice place="main" label={t('chart.onChart')} shown={shown} onToggle={toggle} />
        <Choice place="sub" label={t('chart.below')} shown={shown} onToggle={toggle} />
        <div className={classes.end}>
          <Button look="plain" size="dense" onClick={() => onChange(defaultIndicators)}>
            {t('chart.resetToDefaults')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

interface ChoiceProps {
  readonly place: 'main' | 'sub';
  readonly label: string;
  readonly shown: readonly ShownIndicator[];
  readonly onToggle: (name: IndicatorName) => void;
}

function Choice({ place, label, shown, onToggle }: ChoiceProps) {
  return (
    <fieldset className={classes.part}>
      <legend className={classes.heading}>{label}</legend>
      <div className={classes.chips}>
        {namesIn(place).map((name) => {
          const on = shown.some((one) => one.name === name);
          return (
            <button
              key={name}
              type="button"
              className={classes.chip}
              aria-pressed={on}
              disabled={!on && !hasRoom(shown, name)}
              onClick={() => onToggle(name)}
            >
              {name}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

interface IndicatorRowProps {
  readonly shown: ShownIndicator;
  readonly onChange: (shown: ShownIndicator) => void;
  readonly onRemove: () => void;
}

function IndicatorRow({ shown, onChange, onRemove }: IndicatorRowProps) {
  const { t } = useTranslation();
  const { name, params } = shown;
  const free = typeof factsOf(name).words === 'string';
  const defaults = factsOf(name).params;
  return (
    <li className={classes.row}>
      <div className={classes.top}>
        <h4 className={classes.name}>{name}</h4>
        {free && (
          <>
            <button
              type="button"
              className={classes.small}
              aria-label={`${name}: ${t('chart.removeLine')}`}
              disabled={params.length <= (name === 'VOL' ? 0 : 1)}
              onClick={() => onChange(withParams(shown, params.slice(0, -1)))}
            >
              <IconMinus size={14} aria-hidden="true" />
            </button>
            <button
              type="button"
              className={classes.small}
              aria-label={`${name}: ${t('chart.addLine')}`}
              disabled={params.length >= maxLines}
              onClick={() =>
                onChange(withParams(shown, [...params, defaults[params.length] ?? 2 * (params.at(-1) ?? 5)]))
              }
            >
              <IconPlus size={14} aria-hidden="true" />
            </button>
          </>
        )}
        <button
          type="button"
          className={classes.small}
          aria-label={t('chart.remove', { name })}
          title={t('chart.remove', { name })}
          onClick={onRemove}
        >
          <IconX size={14} aria-hidden="true" />
        </button>
      </div>
      {params.length > 0 && (
        <div className={classes.params}>
          {params.map((param, index) => (
            <ParamField
              // The fields of an indicator have a fixed order.
              key={`${name}${String(index)}`}
              name={name}
              index={index}
              count={params.length}
              value={param}
              onChange={(value) => onChange(withParams(shown, params.with(index, value)))}
            />
          ))}
        </div>
      )}
      <Colours shown={shown} onChange={onChange} />
    </li>
  );
}

interface ParamFieldProps {
  readonly name: IndicatorName;
  readonly index: number;
  readonly count: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/**
 * A parameter of an indicator. An invalid value stays in the field with a message, and the chart keeps the last valid
 * one.
 */
function ParamField({ name, index, count, value, onChange }: ParamFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const { signs } = useFigures();
  const [draft, setDraft] = useState<{ readonly text: string; readonly value: number } | null>(null);
  const word = wordAt(name, index);
  const repeated =
    Array.from({ length: count }, (_, at) => wordAt(name, at)).filter((other) => other === word).length > 1;
  const place = Array.from({ length: index + 1 }, (_, at) => wordAt(name, at)).filter((other) => other === word).length;
  const wrong = draft !== null && !isParam(draft.value, word);
  const accept = (text: string): void => {
    const entered = enteredDecimal(text, { decimals: 1, signs }, false);
    if (entered === null || text.length > maxParamLength) return;
    const next = entered.problem === null && entered.value !== '' ? Number(entered.value) : Number.NaN;
    setDraft({ text, value: next });
    if (isParam(next, word)) onChange(next);
  };
  return (
    <label className={classes.param} htmlFor={id}>
      <span>{repeated ? t('chart.numbered', { word: t(`chart.${word}`), place }) : t(`chart.${word}`)}</span>
      <input
        id={id}
        className={classes.input}
        inputMode="decimal"
        autoComplete="off"
        value={draft?.text ?? shownDecimal(String(value), signs)}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}error` : undefined}
        onChange={(event) => accept(event.currentTarget.value)}
        onBlur={() => setDraft(null)}
      />
      {wrong && (
        <span id={`${id}error`} role="alert" className={classes.wrong}>
          {t('chart.bounds', { min: paramBounds.min, max: paramBounds.max })}
        </span>
      )}
    </label>
  );
}

function Colours({ shown, onChange }: Pick<IndicatorRowProps, 'shown' | 'onChange'>) {
  const { t } = useTranslation();
  const { theme } = useAppearance();
  const [open, setOpen] = useState<number | null>(null);
  const palette = seriesColours[theme];
  const line = open !== null && open < shown.colours.length ? open : null;
  if (shown.colours.length === 0) return null;
  return (
    <div className={classes.colours}>
      {shown.colours.map((colour, index) => (
        <button
          key={`${shown.name}${String(index)}`}
          type="button"
          className={classes.swatch}
          aria-label={`${shown.name}: ${t('chart.colour', { place: index + 1 })}`}
          aria-expanded={line === index}
          onClick={() => setOpen(line === index ? null : index)}
        >
          <span className={classes.paint} style={{ background: palette[colour] }} />
        </button>
      ))}
      {line !== null && (
        <fieldset className={classes.palette} aria-label={`${shown.name}: ${t('chart.colour', { place: line + 1 })}`}>
          {palette.map((paint, index) => (
            <button
              key={paint}
              type="button"
              className={classes.swatch}
              aria-label={t('chart.colourChoice', { place: index + 1 })}
              aria-pressed={shown.colours[line] === index}
              onClick={() => onChange({ ...shown, colours: shown.colours.with(line, index) })}
            >
              <span className={classes.paint} style={{ background: paint }} />
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

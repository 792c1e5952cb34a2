import { type ConsoleInput, type ConsoleOutput, marketCalls } from '@bourse/contract/console';
import { useSettled } from '../../../ui/use-settled.ts';
import type { ErrorOf } from '../../parts/action-dialog.tsx';
import { Amount } from '../../parts/figures.tsx';
import { useRefusal } from '../../parts/use-refusal.ts';
import { useTexts } from '../../texts/texts.ts';
import { refusedBy } from '../../wire/envelope.ts';
import { useRead } from '../../wire/use-read.ts';
import classes from './markets.module.css';

type Units = ConsoleInput<typeof marketCalls.checkUnits>;

/** The fields to which the refusals of units belong. */
export const unitRefusalFields: Readonly<Partial<Record<string, string>>> = {
  pair_invalid: 'quote',
  pair_listed: 'quote',
  lot_inexact: 'lot',
  tick_inexact: 'tick',
};

interface UnitCheckState {
  /** The example of the last accepted units; undefined while there is none or they are refused. */
  readonly example: ConsoleOutput<typeof marketCalls.checkUnits> | undefined;
  readonly isRefused: boolean;
  /** Whether the units have changed since the last check. */
  readonly isOutdated: boolean;
  readonly errorOf: ErrorOf;
}

/** A check follows the last key press after this time. */
const settleMs = 300;
const noUnits: Units = { base: '', quote: '', price_decimals: '0', tick: '', amount_decimals: '0', lot: '' };

/** Asks the server whether a market with these units can be listed; null while they are incomplete. */
export function useUnitCheck(units: Units | null): UnitCheckState {
  const refusal = useRefusal();
  const text = JSON.stringify(units);
  const isSettled = useSettled(text, settleMs) === text;
  const isAsked = units !== null && isSettled;
  const read = useRead(marketCalls.checkUnits, units ?? noUnits, { when: isAsked, every: null });
  const refused = isAsked && read.failed ? refusedBy(read.error) : null;
  const details = refused?.details['field'];
  const field = refused === null ? null : (unitRefusalFields[refused.error] ?? details);
  return {
    example: units === null || refused !== null ? undefined : read.data,
    isRefused: refused !== null,
    isOutdated: !isSettled,
    errorOf: (name) => (field === name ? refusal(read.error) : null),
  };
}

interface UnitCheckProps {
  readonly check: UnitCheckState;
  readonly base: string;
  readonly quote: string;
}

/** An order on the market as an example of its units. */
export function UnitCheck({ base, check, quote }: UnitCheckProps) {
  const t = useTexts();
  const { example, isOutdated } = check;
  if (example === undefined) return null;
  const figures = [
    ['price', example.price, quote],
    ['quantity', example.quantity, base],
    ['total', example.total, quote],
    ['lotValue', example.lot_value, quote],
  ] as const;
  return (
    <section className={classes.example} aria-label={t('markets.example.title')} data-outdated={isOutdated}>
      <h3>{t('markets.example.title')}</h3>
      <dl>
        {figures.map(([name, value, currency]) => (
          <div key={name}>
            <dt>{t(`markets.example.${name}`)}</dt>
            <dd>
              <Amount value={value} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

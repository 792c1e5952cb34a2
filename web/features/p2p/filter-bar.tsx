import type { LegalCurrencies } from '@bourse/contract/p2p';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDecimal, isZero } from '../../live/decimal.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { useWidth } from '../../ui/use-width.ts';
import { fiatsOf, type HallFilters, hiddenFilters } from './hall-filters.ts';
import classes from './hall.module.css';

/** How long a typed amount stays the same before ads are looked for, in milliseconds. */
const settledMs = 400;

interface FilterBarProps {
  readonly filters: HallFilters;
  readonly traded: LegalCurrencies;
  readonly onChange: (next: Partial<HallFilters>) => void;
}

/** The side, the coin, and the filters of ads; on a phone the latter are in a sheet. */
export function FilterBar({ filters, traded, onChange }: FilterBarProps) {
  const { t } = useTranslation();
  const width = useWidth();
  const [isOpen, setOpen] = useState(false);
  const hidden = hiddenFilters(filters);
  return (
    <div className={classes.bar}>
      <div className={classes.sides}>
        <Tabs
          label={t('p2p.trade')}
          look="pills"
          className={classes.side}
          tabs={[
            { id: 'buy', label: t('p2p.buy') },
            { id: 'sell', label: t('p2p.sell') },
          ]}
          selected={filters.side}
          onSelect={(side) => onChange({ side })}
        />
        <Tabs
          label={t('p2p.coin')}
          className={classes.coins}
          tabs={traded.currencies.map(({ code }) => ({ id: code, label: code }))}
          selected={filters.currency.code}
          onSelect={(code) => {
            const currency = traded.currencies.find((one) => one.code === code);
            if (currency !== undefined) onChange({ currency });
          }}
        />
        {width === 'narrow' && (
          <Button look="plain" size="touch" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden="true" />
            {t('p2p.filters')}
            {hidden > 0 && <span className="figures">{hidden}</span>}
          </Button>
        )}
      </div>
      {width !== 'narrow' && (
        <div className={classes.filters}>
          <FilterFields filters={filters} traded={traded} onChange={onChange} />
          {hidden > 0 && (
            <Button look="plain" className={classes.reset} onClick={() => onChange({ amount: '', method: '' })}>
              {t('p2p.reset')}
            </Button>
          )}
        </div>
      )}
      <Reference filters={filters} traded={traded} />
      {width === 'narrow' && (
        <Sheet title={t('p2p.filters')} from="bottom" opened={isOpen} onClose={() => setOpen(false)}>
          <div className={classes.sheet}>
            <FilterFields filters={filters} traded={traded} onChange={onChange} />
            <div className={classes.sheetButtons}>
              <Button look="plain" size="touch" onClick={() => onChange({ amount: '', method: '' })}>
                {t('p2p.reset')}
              </Button>
              <Button size="touch" onClick={() => setOpen(false)}>
                {t('p2p.show')}
              </Button>
            </div>
          </div>
        </Sheet>
      )}
    </div>
  );
}

function FilterFields({ filters, traded, onChange }: FilterBarProps) {
  const { t } = useTranslation();
  const { currency, fiat, method } = filters;
  return (
    <>
      <SelectField
        large
        label={t('p2p.fiat')}
        value={fiat.code}
        options={fiatsOf(traded, currency.id).map(({ code }) => ({ id: code, name: code }))}
        onChange={(code) => {
          const next = traded.fiats.find((one) => one.code === code);
          if (next !== undefined) onChange({ fiat: next, amount: '', method: '' });
        }}
      />
      <AmountFilter key={fiat.code} filters={filters} onChange={(amount) => onChange({ amount })} />
      <SelectField
        large
        label={t('p2p.method')}
        value={method}
        all={t('p2p.allMethods')}
        options={fiat.methods.map(({ code, name }) => ({ id: code, name }))}
        onChange={(code) => onChange({ method: code })}
      />
    </>
  );
}

interface AmountFilterProps {
  readonly filters: HallFilters;
  readonly onChange: (amount: string) => void;
}

/** Passes on an amount once it is no longer typed; takes the amount of the filters when that changes elsewhere. */
function AmountFilter({ filters: { amount, fiat }, onChange }: AmountFilterProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(amount);
  const [seen, setSeen] = useState(amount);
  const [sent, setSent] = useState(amount);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (amount !== seen) {
    setSeen(amount);
    if (amount !== sent) setText(amount);
  }
  const send = (next: string): void => {
    clearTimeout(timer.current);
    const plain = next.replace(/\.$/, '');
    const wanted = isDecimal(plain) && !isZero(plain) ? plain : '';
    setSent(wanted);
    if (wanted !== amount) onChange(wanted);
  };
  const type = (next: string): void => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(next), settledMs);
  };
  return (
    // A click on another control must not lose an amount that was just typed.
    <div onBlur={() => send(text)}>
      <AmountField
        label={t('p2p.amount')}
        unit={fiat.code}
        value={text}
        decimals={fiat.decimals}
        error={null}
        onChange={type}
      />
    </div>
  );
}

/** The price that others are compared with. */
function Reference({ filters: { currency, fiat }, traded }: Pick<FilterBarProps, 'filters' | 'traded'>) {
  const { t } = useTranslation();
  const figures = useFigures();
  const pair = traded.pairs.find((one) => one.currency_id === currency.id && one.fiat === fiat.code);
  if (pair === undefined) return null;
  const { price_decimals: decimals, reference } = pair;
  return (
    <p className={classes.reference}>
      {reference === null
        ? t('p2p.why.rate_stale')
        : t('p2p.reference', { price: `${figures.fixed(reference, decimals)}\u00a0${fiat.code}` })}
    </p>
  );
}

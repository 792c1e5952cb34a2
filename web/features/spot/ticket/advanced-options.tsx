import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlainKey } from '../../../app/i18n/plain-key.ts';
import { Checkbox } from '../../../ui/choice.tsx';
import type { Confirms } from './confirms.ts';
import {
  preventions,
  timesInForce,
  withPostOnly,
  withTimeInForce,
  type OrderDraft,
  type SelfTradePrevention,
  type TimeInForce,
} from './order-draft.ts';
import classes from './advanced-options.module.css';

const timeTexts: Readonly<Record<TimeInForce, PlainKey>> = {
  gtc: 'ticket.gtc',
  ioc: 'ticket.ioc',
  fok: 'ticket.fok',
};

const preventionTexts: Readonly<Record<SelfTradePrevention, PlainKey>> = {
  expire_maker: 'ticket.expireMaker',
  expire_taker: 'ticket.expireTaker',
  expire_both: 'ticket.expireBoth',
};

interface AdvancedOptionsProps {
  readonly draft: OrderDraft;
  readonly onChange: (edit: (draft: OrderDraft) => OrderDraft) => void;
  readonly asks: Pick<Confirms, 'confirms' | 'onConfirms'>;
  /** Opens within the form, which may grow, instead of over it. */
  readonly inline: boolean;
}

/** Time in force, post-only, self-trade prevention, and whether orders are confirmed. */
export function AdvancedOptions({ draft, onChange, asks, inline }: AdvancedOptionsProps) {
  const { t } = useTranslation();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (!opened || inline) return undefined;
    const outside = (event: Event): void => {
      const { target } = event;
      const own = root.current;
      const known = own !== null && target instanceof Node;
      // A click on a label focuses the nearest focusable ancestor of the form.
      const around = known && event.type === 'focusin' && target.contains(own);
      if (!known || (!own.contains(target) && !around)) setOpened(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [opened, inline]);
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !opened) return;
    // Keeps a sheet around the form open.
    event.preventDefault();
    setOpened(false);
    button.current?.focus();
  };
  return (
    <div ref={root} className={classes.advanced} data-inline={inline} onKeyDown={leave} role="presentation">
      <button
        ref={button}
        type="button"
        className={classes.toggle}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {t('ticket.advanced')}
        <IconChevronDown size={14} stroke={2} aria-hidden="true" />
      </button>
      <Chosen draft={draft} />
      {opened && (
        <div id={id} role="group" aria-label={t('ticket.advanced')} className={classes.options}>
          <Terms draft={draft} onChange={onChange} />
          <label className={classes.choice}>
            <span>{t('ticket.prevention')}</span>
            <select
              className={classes.select}
              value={draft.prevention ?? ''}
              onChange={(event) => {
                const prevention = preventions.find((known) => known === event.currentTarget.value) ?? null;
                onChange((known) => ({ ...known, prevention }));
              }}
            >
              <option value="">{t('ticket.preventionDefault')}</option>
              {preventions.map((known) => (
                <option key={known} value={known}>
                  {t(preventionTexts[known])}
                </option>
              ))}
            </select>
          </label>
          <Checkbox checked={asks.confirms} onChange={asks.onConfirms}>
            {t('ticket.askFirst')}
          </Checkbox>
        </div>
      )}
    </div>
  );
}

function isLimit({ kind }: OrderDraft): boolean {
  return kind === 'limit' || kind === 'stop_limit';
}

/** The selected options, shown while the menu is closed. */
function Chosen({ draft }: { readonly draft: OrderDraft }) {
  const { t } = useTranslation();
  if (!isLimit(draft))
    return (
      <span className={classes.chosen}>{draft.prevention === null ? '' : t(preventionTexts[draft.prevention])}</span>
    );
  return (
    <span className={classes.chosen} title={t(timeTexts[draft.timeInForce])}>
      {draft.postOnly ? t('ticket.postOnly') : draft.timeInForce.toUpperCase()}
    </span>
  );
}

/** Options of orders with a limit price. */
function Terms({ draft, onChange }: Pick<AdvancedOptionsProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation();
  const name = useId();
  if (!isLimit(draft)) return null;
  return (
    <>
      <fieldset className={classes.times}>
        <legend>{t('ticket.timeInForce')}</legend>
        {timesInForce.map((time) => (
          <label key={time} className={classes.time} title={t(timeTexts[time])}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={draft.timeInForce === time}
              aria-label={t(timeTexts[time])}
              onChange={() => onChange((known) => withTimeInForce(known, time))}
            />
            {time.toUpperCase()}
          </label>
        ))}
      </fieldset>
      <Checkbox
        checked={draft.postOnly}
        title={t('ticket.postOnlyHint')}
        onChange={(checked) => onChange((known) => withPostOnly(known, checked))}
      >
        {t('ticket.postOnly')}
      </Checkbox>
    </>
  );
}

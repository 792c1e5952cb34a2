import { type AlertDirection, alertsAdd, alertsList } from '@bourse/contract/alerts';
import type { Match } from '@bourse/contract/markets';
import { useMutation } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { unreadable } from '../../live/decimal-input.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toasts.ts';
import { useDecimalField } from '../../ui/use-decimal-field.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { useQuoted } from '../markets/index.ts';
import { AlertList } from './alert-list.tsx';
import classes from './notices.module.css';

/** A form that adds a price alert on a market, and the list of all alerts. */
export function AlertsContent({ match }: { readonly match: Match }) {
  return (
    <div className={classes.content}>
      <AlertForm match={match} />
      <AlertList />
    </div>
  );
}

function AlertForm({ match }: { readonly match: Match }) {
  const { t } = useTranslation();
  const { call, queries } = useLive();
  const figures = useFigures();
  const last = useQuoted(match, 'close');
  const [direction, setDirection] = useState<AlertDirection>('above');
  const [price, setPrice] = useState('');
  const [repeats, setRepeats] = useState(false);
  const { input, error } = useDecimalField({
    value: price,
    decimals: match.price_decimals,
    error: null,
    onChange: setPrice,
  });
  const about = useId();
  const adding = useMutation({
    mutationFn: async () => {
      const wanted = {
        currency_match_id: match.id,
        direction,
        price: price.replace(/\.$/, ''),
        repeat: repeats ? 1 : 0,
      } as const;
      return (await call(alertsAdd, wanted)).message;
    },
    onSuccess: (message) => {
      toast(message, 'success');
      setPrice('');
      void queries.invalidateQueries({ queryKey: [alertsList.path] });
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (price !== unreadable) adding.mutate();
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <p
        className={classes.quiet}
      >{`${match.symbol} · ${t('alerts.last', { price: figures.fixed(last, match.price_decimals) })}`}</p>
      <Tabs
        label={t('alerts.price')}
        look="pills"
        tabs={[
          { id: 'above', label: t('alerts.above') },
          { id: 'below', label: t('alerts.below') },
        ]}
        selected={direction}
        onSelect={setDirection}
      />
      <label className={classes.field}>
        <span>{`${t('alerts.price')} (${match.quote_currency_code})`}</span>
        <input
          {...input}
          className={classes.input}
          required
          aria-invalid={error !== null}
          aria-describedby={`${about}-price`}
        />
      </label>
      <p id={`${about}-price`} role="alert" className={classes.refusal}>
        {error}
      </p>
      <Checkbox checked={repeats} describedBy={about} onChange={setRepeats}>
        {t('alerts.repeat')}
      </Checkbox>
      <p id={about} className={classes.quiet}>
        {t('alerts.repeatText')}
      </p>
      <Button type="submit" disabled={adding.isPending}>
        {t('alerts.add')}
      </Button>
    </form>
  );
}

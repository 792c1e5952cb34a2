import type { SendingQuote, SendingReason } from '@bourse/contract/sending';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../ui/amount-field.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { type AmountProblem, obstaclesOf } from './send-draft.ts';
import classes from '../../ui/wallet.module.css';

interface SendAmountProps {
  readonly code: string;
  readonly number: string;
  readonly quote: SendingQuote;
  readonly problem: AmountProblem | null;
  readonly onChange: (number: string) => void;
}

/** The amount with its limits, and everything that would refuse it. */
export function SendAmount({ code, number, onChange, problem, quote }: SendAmountProps) {
  const { t } = useTranslation();
  const inCoins = useAmount();
  const said = (): string | null => {
    switch (problem?.kind) {
      case undefined:
        return null;
      case 'missing':
        return t('assets.enterAmount');
      case 'small':
        return t('sending.belowMinimum', { amount: inCoins(problem.bound, code) });
      case 'large':
        return t('sending.overMaximum', { amount: inCoins(problem.bound, code) });
    }
  };
  return (
    <>
      <AmountField
        label={t('assets.amount')}
        unit={code}
        value={number}
        decimals={quote.decimals}
        error={said()}
        onChange={onChange}
        max={{ label: t('assets.max'), onPress: () => onChange(quote.maximum) }}
        aside={
          <span data-testid="send-available">
            {t('assets.availableAmount', { amount: inCoins(quote.available, code) })}
          </span>
        }
      />
      <Obstacles quote={quote} />
      <dl className={classes.facts}>
        <dt>{t('sending.minimum')}</dt>
        <dd className="figures">
          {quote.minimum === null ? inCoins(quote.minimum_usd, 'USD') : inCoins(quote.minimum, code)}
        </dd>
        <dt>{t('sending.dayLeft')}</dt>
        <dd className="figures">{`${inCoins(quote.day_left, 'USD')} / ${inCoins(quote.day_limit, 'USD')}`}</dd>
        {quote.new_left !== null && (
          <>
            <dt>{t('sending.newLeft')}</dt>
            <dd className="figures">{inCoins(quote.new_left, 'USD')}</dd>
          </>
        )}
        <dt>{t('sending.sendsLeft')}</dt>
        <dd className="figures">{quote.sends_left}</dd>
      </dl>
    </>
  );
}

function Obstacles({ quote }: { readonly quote: SendingQuote }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const obstacles = obstaclesOf(quote);
  if (obstacles.length === 0) return null;
  const text = (reason: SendingReason): string =>
    reason === 'transfer_waits'
      ? t('sending.why.transfer_waits', { time: figures.dateTime(quote.waits_until ?? 0) })
      : t(`sending.why.${reason}`);
  return (
    <div role="alert">
      <ul className={classes.obstacles}>
        {obstacles.map((reason) => (
          <li key={reason}>
            {text(reason)}
            {(reason === 'draw_unverified' || reason === 'trade_password_missing') && (
              <Link to="/personal/authentication" className={classes.link}>
                {t('shell.authentication')}
              </Link>
            )}
            {reason === 'outflow_stopped' && (
              <Link to="/personal/accountSettings" className={classes.link}>
                {t('shell.accountSettings')}
              </Link>
            )}
            {reason === 'debt_outstanding' && (
              <Link to="/assets/overview" className={classes.link}>
                {t('shell.assetsOverview')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

import type { WithdrawalQuote } from '@bourse/contract/withdrawals';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../ui/amount-field.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { type WithdrawalObstacle, obstaclesOf } from './withdrawal-obstacles.ts';
import { isAmount, type WithdrawalDraft } from './withdrawal-draft.ts';
import classes from '../../ui/wallet.module.css';

const maxDecimals = 8;

interface WithdrawalAmountProps {
  readonly terms: WithdrawalDraft;
  /** Undefined while loading. */
  readonly quote: WithdrawalQuote | undefined;
  /** Whether the review was requested, so that an empty field is an error. */
  readonly tried: boolean;
  readonly onChange: (number: string) => void;
}

/** The amount with its fee, the payment, and everything that would refuse it. */
export function WithdrawalAmount({ onChange, quote, terms: { number, protocol }, tried }: WithdrawalAmountProps) {
  const { t } = useTranslation();
  const inCoins = useAmount();
  const figures = useFigures();
  const code = protocol.currency_code;
  const { account, amount } = obstaclesOf(quote, isAmount(number) ? number : '');
  const said = amount.map((reason) => t(`wallet.why.${reason}`));
  if (tried && !isAmount(number)) said.push(t('assets.enterAmount'));
  return (
    <>
      <AmountField
        label={t('assets.amount')}
        unit={code}
        value={number}
        decimals={maxDecimals}
        error={said.length === 0 ? null : said.join(' ')}
        onChange={onChange}
        max={{ label: t('assets.max'), onPress: () => onChange(quote?.maximum ?? '') }}
        aside={<span>{t('assets.availableAmount', { amount: inCoins(quote?.maximum ?? '0', code) })}</span>}
      />
      {account.length > 0 && (
        <div role="alert">
          <ul className={classes.obstacles}>
            {account.map((reason) => (
              <li key={reason}>
                {t(`wallet.why.${reason}`)}
                {linksToVerification(reason, account) && (
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
      )}
      {quote?.waits_until !== null && quote !== undefined && (
        <p className={classes.note}>
          {t('wallet.waitsUntil', { time: figures.dateTime(quote.waits_until) })}{' '}
          {quote.waits_for !== null && t(`wallet.reason.${quote.waits_for}`)}
        </p>
      )}
      <dl className={classes.facts}>
        <dt>{t('wallet.fee')}</dt>
        <dd className="figures">{inCoins(quote?.fee ?? '0', code)}</dd>
        <dt>{t('wallet.net')}</dt>
        <dd className="figures" data-testid="net">
          {!isAmount(number) || quote === undefined ? noFigure : inCoins(quote.net, code)}
        </dd>
        <dt>{t('wallet.limits')}</dt>
        <dd className="figures">{`${inCoins(protocol.draw_min, code)} – ${inCoins(protocol.draw_max, code)}`}</dd>
        <dt>{t('wallet.dayLeft')}</dt>
        <dd className="figures">
          {`${inCoins(quote?.day_left ?? '0', 'USD')} / ${inCoins(quote?.day_limit ?? '0', 'USD')}`}
        </dd>
        {quote !== undefined && quote.unmatured !== '0' && (
          <>
            <dt>{t('wallet.unmatured')}</dt>
            <dd className="figures">{inCoins(quote.unmatured, 'USD')}</dd>
          </>
        )}
      </dl>
    </>
  );
}

/** Both lead to the same page, so the link is shown once. */
function linksToVerification(reason: WithdrawalObstacle, all: readonly WithdrawalObstacle[]): boolean {
  return reason === 'draw_unverified' || (reason === 'trade_password_missing' && !all.includes('draw_unverified'));
}

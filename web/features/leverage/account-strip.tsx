import type { Match } from '@bourse/contract/markets';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import { noFigure } from '../../ui/figures.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { useSituation } from './use-situation.ts';
import { signed, ways } from './profit.tsx';
import classes from './account-strip.module.css';

interface AccountStripProps {
  readonly match: Match;
  readonly className: string | undefined;
}

/** The lever account in the pair's quote currency, and how much of its equity the maintenance margin takes. */
export function AccountStrip({ match, className }: AccountStripProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { situation, failed, retry } = useSituation(match);
  const code = match.quote_currency_code;
  if (failed) {
    return (
      <section className={classNames(classes.strip, className)} aria-label={t('accounts.lever_account')}>
        <ErrorState onRetry={retry} />
      </section>
    );
  }
  const account = situation?.deal.account;
  const money = (value: string | undefined): string => (value === undefined ? noFigure : figures.fixed(value, 2));
  const profits = situation?.live.profits;
  const rate = situation?.live.hazardRate ?? null;
  const items = [
    { name: t('lever.equity'), value: money(situation?.live.equity) },
    { name: t('lever.balance'), value: money(account?.balance) },
    { name: t('lever.available'), value: money(account?.user_lever) },
    { name: t('lever.usedMargin'), value: money(account?.margin) },
    { name: t('lever.orderMargin'), value: money(account?.entrust_held) },
    {
      name: t('lever.profits'),
      value: profits === undefined ? noFigure : signed(profits, figures),
      way: profits === undefined ? 'flat' : ways(profits),
    },
    { name: t('lever.riskRate'), value: rate === null ? noFigure : figures.fixedPercent(rate, 2) },
  ] as const;
  return (
    <section className={classNames(classes.strip, className)} aria-label={t('accounts.lever_account')}>
      <dl className={classes.items}>
        {items.map(({ name, value, ...item }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classNames('figures', 'way' in item && item.way)}>{value}</dd>
          </div>
        ))}
      </dl>
      <MarginBar used={situation?.live.used ?? null} />
      <Link
        to="/assets/transfer"
        search={{ currency: code, from: 'change_account' }}
        className={classes.transfer}
      >{`${t('shell.transfer')} ${code}`}</Link>
    </section>
  );
}

/** The maintenance margin as a share of the equity: amber from 50 %, red from 80 %, liquidated at 100 %. */
function MarginBar({ used }: { readonly used: number | null }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const id = useId();
  const text = used === null ? noFigure : figures.percent(String(used), 1);
  return (
    <span className={classes.margin} title={t('lever.marginRatioHint')}>
      <span className={classes.words}>
        <span id={id}>{t('lever.marginRatio')}</span>
        <span className="figures">{text}</span>
      </span>
      <progress
        className={classes.bar}
        aria-labelledby={id}
        aria-valuetext={text}
        data-level={levelOf(used ?? 0)}
        value={used ?? 0}
        max={100}
      />
    </span>
  );
}

function levelOf(used: number): 'calm' | 'amber' | 'red' {
  if (used >= 80) return 'red';
  return used >= 50 ? 'amber' : 'calm';
}

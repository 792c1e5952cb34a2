import Big from 'big.js';
import type { Match } from '@bourse/contract/markets';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { useQuoted } from '../markets/index.ts';
import { useBalance } from '../../live/balance.ts';
import { shortAmount } from '../../ui/short-amount.ts';
import classes from './assets.module.css';

/** The user's balances of both currencies of a market: available, held by open orders, and their total value. */
export const Assets = memo(function Assets({ match }: { readonly match: Match }) {
  const { t } = useTranslation();
  return (
    <table className={classes.assets}>
      <caption className="visually-hidden">{t('trade.assets')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('trade.assets')}</th>
          <th scope="col">{t('trade.available')}</th>
          <th scope="col">{t('trade.held')}</th>
        </tr>
      </thead>
      <tbody>
        <AssetRow code={match.base_currency_code} id={match.base_currency_id} />
        <AssetRow code={match.quote_currency_code} id={match.quote_currency_id} />
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3}>
            <span className={classes.worth}>
              {t('orders.valueIn', { currency: match.quote_currency_code })}
              <Worth match={match} />
            </span>
          </td>
        </tr>
      </tfoot>
    </table>
  );
});

function AssetRow({ code, id }: { readonly code: string; readonly id: number }) {
  const figures = useFigures();
  const balance = useBalance(id);
  const written = (value: string | undefined): string => (value === undefined ? noFigure : shortAmount(value, figures));
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          <CoinMark code={code} size={16} />
          {code}
        </span>
      </th>
      <td className="figures" title={balance?.available} data-testid={`balance-${code}`}>
        {written(balance?.available)}
      </td>
      <td className="figures" title={balance?.locked} data-testid={`held-${code}`}>
        {written(balance?.locked)}
      </td>
    </tr>
  );
}

/** The value of both currencies together at the last price. */
function Worth({ match }: { readonly match: Match }) {
  const figures = useFigures();
  const base = useBalance(match.base_currency_id);
  const quote = useBalance(match.quote_currency_id);
  const last = useQuoted(match, 'close');
  if (base === null || quote === null) return <span>{noFigure}</span>;
  const worth = new Big(base.available)
    .plus(base.locked)
    .times(last)
    .plus(quote.available)
    .plus(quote.locked)
    .toFixed(match.quote_decimals, Big.roundDown);
  return (
    <span className={classNames('figures', classes.value)} title={worth} data-testid="worth">
      {`≈ ${shortAmount(worth, figures)}`}
    </span>
  );
}

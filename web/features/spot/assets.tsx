import type { Match } from '@bourse/contract';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { useBalance } from './balances.ts';
import classes from './assets.module.css';

/** What a person has of both currencies of a market: available, and held by open orders. */
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
    </table>
  );
});

function AssetRow({ code, id }: { readonly code: string; readonly id: number }) {
  const figures = useFigures();
  const balance = useBalance(id);
  const written = (value: string | undefined): string => (value === undefined ? '–' : figures.trimmed(value, 6));
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

import type { OwnTrade } from '@bourse/contract/spot';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { useFigures } from '../../../ui/use-figures.ts';
import { usePriceDecimals } from '../../markets/index.ts';
import { Cell, Charges, TablePrice } from './order-table.tsx';
import { wayTexts } from './order-words.ts';
import table from './order-table.module.css';

interface TradeTableProps {
  readonly caption: string;
  readonly trades: readonly OwnTrade[];
  /** Whether the trades belong to several orders, so that each shows market, side and order. */
  readonly markets: boolean;
}

/** The user's trades: time, price, amount, fee or rebate, role and id. */
export function TradeTable({ caption, trades, markets }: TradeTableProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const decimalsOf = usePriceDecimals();
  return (
    <div className={table.scroll}>
      <table className={classNames(table.table, markets ? table.trades : table.fills)} aria-live="off">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('trade.time')}</th>
            {markets && <th scope="col">{t('trade.market')}</th>}
            {markets && <th scope="col">{t('trade.side')}</th>}
            <th scope="col">{t('orders.role')}</th>
            <th scope="col">{t('trade.price')}</th>
            <th scope="col">{t('trade.amount')}</th>
            <th scope="col">{t('trade.total')}</th>
            <th scope="col">{t('trade.feeColumn')}</th>
            {markets && <th scope="col">{t('orders.orderId')}</th>}
            <th scope="col">{t('orders.tradeId')}</th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <tr key={trade.id} className={table.row} data-trade={trade.id}>
              <Cell name={t('trade.time')} className="figures">
                {figures.dateTime(trade.time)}
              </Cell>
              {markets && (
                <Cell name={t('trade.market')} className={table.market}>
                  {trade.currency_match.symbol}
                </Cell>
              )}
              {markets && (
                <Cell name={t('trade.side')} className={trade.way === 2 ? 'up' : 'down'}>
                  {t(wayTexts[trade.way])}
                </Cell>
              )}
              <Cell name={t('orders.role')}>{t(trade.role === 'maker' ? 'orders.maker' : 'orders.taker')}</Cell>
              <Cell name={t('trade.price')} className="figures">
                <TablePrice price={trade.price} decimals={decimalsOf(trade.currency_match_id)} figures={figures} />
              </Cell>
              <Cell name={t('trade.amount')} className="figures">
                {figures.trimmed(trade.amount, 8)}
              </Cell>
              <Cell name={t('trade.total')} className="figures">
                {figures.trimmed(trade.volume, 8)}
              </Cell>
              <Cell name={t('trade.feeColumn')} className="figures">
                <Charges charged={trade} figures={figures} />
              </Cell>
              {markets && (
                <Cell name={t('orders.orderId')} className="figures">
                  {trade.order_id}
                </Cell>
              )}
              <Cell name={t('orders.tradeId')} className="figures">
                {trade.id}
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

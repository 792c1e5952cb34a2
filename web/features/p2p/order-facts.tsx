import type { LegalOrderDetail } from '@bourse/contract/p2p';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero } from '../../live/decimal.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { CopyButton } from './copy-button.tsx';
import { Trader, TraderFigures } from './trader.tsx';
import classes from './order.module.css';

interface OrderFactsProps {
  readonly order: LegalOrderDetail;
  readonly onTrader: () => void;
}

/** The terms of an order, its sides and its times. */
export function OrderFacts({ order, onTrader }: OrderFactsProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const figures = useFigures();
  const { counterparty, currency, fiat, number, terms } = order;
  return (
    <>
      <dl className={classes.facts}>
        <Fact label={t(order.side === 'buy' ? 'escrow.seller' : 'escrow.buyer')}>
          <Trader trader={counterparty} onOpen={onTrader} />
          <TraderFigures trader={counterparty} />
        </Fact>
        <Fact label={t('p2p.trade')}>
          {t(order.side === 'buy' ? 'p2p.buyCoin' : 'p2p.sellCoin', { currency: currency.code })}
        </Fact>
        <Fact label={t('p2p.amount')}>{amount(order.amount, fiat)}</Fact>
        <Fact label={t('escrow.coins')}>{amount(order.number_coin, currency.code)}</Fact>
        <Fact label={t('escrow.price')}>{amount(order.price, fiat)}</Fact>
        {!isZero(order.fee) && <Fact label={t('p2p.fee')}>{amount(order.fee, currency.code)}</Fact>}
        <Fact label={t('p2p.orders.number')}>
          {number} <CopyButton field={t('p2p.orders.number')} value={number} />
        </Fact>
        <Fact label={t('p2p.orders.time')}>{figures.dateTime(order.created_at)}</Fact>
        <Fact label={t('p2p.window')}>
          {t('p2p.minutes', { minutes: figures.trimmed(String(order.pay_minutes), 0) })}
        </Fact>
      </dl>
      {terms !== '' && (
        <details className={classes.details}>
          <summary>{t('p2p.terms')}</summary>
          <p className={classes.prose}>{terms}</p>
        </details>
      )}
    </>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

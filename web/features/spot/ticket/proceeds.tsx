import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { multiplyDecimals } from '../../../live/decimal.ts';
import { useFigures } from '../../../ui/use-figures.ts';
import type { Side } from './order-draft.ts';
import type { OrderSummary } from './order-form.ts';
import classes from './order-ticket.module.css';

interface ProceedsProps {
  readonly match: Match;
  readonly side: Side;
  readonly summary: OrderSummary;
}

/** The fee of the order at the user's own rates, and the net amount received. */
export function Proceeds({ match, side, summary }: ProceedsProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const currency = side === 'buy' ? match.base_currency_code : match.quote_currency_code;
  const written = (value: string | null): string =>
    value === null ? '–' : `${summary.estimated ? '≈ ' : ''}${figures.trimmed(value, 8)} ${currency}`;
  return (
    <dl className={classes.proceeds}>
      <div>
        <dt>{t(feeTexts[summary.feeRole], { rate: figures.percent(multiplyDecimals(summary.feeRate, '100'), 4) })}</dt>
        <dd className="figures" data-testid={`fee-${side}`}>
          {written(summary.fee)}
        </dd>
      </div>
      <div>
        <dt>{t('trade.receive')}</dt>
        <dd className="figures" data-testid={`receive-${side}`}>
          {written(summary.receive)}
        </dd>
      </div>
    </dl>
  );
}

const feeTexts = { maker: 'ticket.makerFee', taker: 'ticket.takerFee', max: 'ticket.maxFee' } as const;

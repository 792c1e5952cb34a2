import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { noFigure } from '../../ui/figures.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { type LeverDraft, orderOf } from './lever-draft.ts';
import { type LeverSide, orderTerms } from './order-terms.ts';
import type { Situation } from './use-situation.ts';
import classes from './lever-form.module.css';

interface OrderSummaryProps {
  readonly match: Match;
  readonly draft: LeverDraft;
  readonly situation: Situation | null;
  readonly sides: readonly LeverSide[];
  /** Why the order cannot be confirmed. */
  readonly refusal: string | null;
}

/** The figures of the order that is being entered: amount, margin, fee, liquidation prices, and the money for it. */
export function OrderSummary({ match, draft, situation, sides, refusal }: OrderSummaryProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const code = match.quote_currency_code;
  const terms = sides.map((side) => {
    const order = situation === null ? null : orderOf(draft, side, situation.deal);
    if (situation === null || order === null || order.share === 0 || order.target === '') return null;
    return orderTerms(order, situation.order);
  });
  const [first = null] = terms;
  const six = (value: string | undefined): string => (value === undefined ? noFigure : figures.fixed(value, 6));
  const limits = terms
    .map((one) => one?.liquidation ?? null)
    .map((price) => (price === null ? noFigure : figures.fixed(price, match.price_decimals)))
    .join(' / ');
  const rows: readonly (readonly [string, string])[] = [
    [t('lever.available'), situation === null ? noFigure : amount(situation.deal.account.user_lever, code)],
    [t('lever.amount'), first === null ? noFigure : `${figures.fixed(first.amount, 2)} ${code}`],
    [t('lever.margin'), six(first?.margin)],
    [t('lever.fee'), six(first?.fee)],
    [sides.length > 1 ? t('lever.liquidationBoth') : t('lever.liquidation'), limits],
  ];
  return (
    <div className={classes.summary}>
      <dl data-testid="lever-summary">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      <p role="alert" className={classes.refusal}>
        {refusal}
      </p>
    </div>
  );
}

import type { LeverPosition } from '@bourse/contract/leverage';
import { classNames } from '../../ui/class-names.ts';
import { type Figures, noFigure } from '../../ui/figures.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { useFromMarks } from './marks.ts';
import { markFor, profitNow, profitRate } from './position-figures.ts';
import classes from './positions.module.css';

/** A result with its sign and two decimals. */
export function signed(value: string, figures: Figures): string {
  const sign = ways(value);
  const text = figures.fixed(value.replace('-', ''), 2);
  if (sign === 'flat') return text;
  return sign === 'up' ? `+${text}` : `−${text}`;
}

/** The class of a result by its sign. */
export function ways(profit: string): 'up' | 'down' | 'flat' {
  const value = Number(profit);
  if (value === 0) return 'flat';
  return value > 0 ? 'up' : 'down';
}

/** The result of a position and its share of the margin, live. */
export function LiveProfit({ position }: { readonly position: LeverPosition }) {
  const profit = useFromMarks((marks) => profitNow(position, marks));
  return <Profit profit={profit} margin={position.caution_money} />;
}

interface ProfitProps {
  readonly profit: string | null;
  readonly margin: string;
}

export function Profit({ profit, margin }: ProfitProps) {
  const figures = useFigures();
  if (profit === null) return noFigure;
  const rate = profitRate(profit, margin);
  return (
    <span className={classNames(classes.profit, ways(profit))}>
      <span>{signed(profit, figures)}</span>
      {rate !== null && (
        <span className={classes.rate} title={figures.percent(rate, 4)}>
          {figures.change(rate)}
        </span>
      )}
    </span>
  );
}

/** The mark of a position's pair, live. */
export function LiveMark({ position, decimals }: { readonly position: LeverPosition; readonly decimals: number }) {
  const figures = useFigures();
  const mark = useFromMarks((marks) => markFor(position, marks));
  return mark === null ? noFigure : figures.fixed(mark, decimals);
}

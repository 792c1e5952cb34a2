import { memo } from 'react';
import { classNames } from './class-names.ts';
import { directionOf, splitTail, type Figures } from './figures.ts';
import classes from './figure.module.css';

interface FigureProps {
  readonly value: string;
  readonly decimals: number;
  readonly figures: Figures;
  readonly className?: string | undefined;
}

/** A number with a fixed count of decimals, its trailing zeros dimmed. */
export const Figure = memo(function Figure({ value, decimals, figures, className }: FigureProps) {
  const [head, tail] = splitTail(figures.fixed(value, decimals), figures.signs);
  return (
    <span className={classNames('figures', className)}>
      {head}
      {tail !== '' && <span className={classes.tail}>{tail}</span>}
    </span>
  );
});

/** A signed percentage in the colour of its direction, which its sign repeats. */
export const Change = memo(function Change({
  percent,
  figures,
}: {
  readonly percent: string;
  readonly figures: Figures;
}) {
  return <span className={classNames('figures', directionOf(percent))}>{figures.change(percent)}</span>;
});

import type { Match } from '@bourse/contract/markets';
import { useCallback, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import type { Figures } from '../../../ui/figures.ts';
import type { PointedLine } from './book-body.tsx';
import { factsOf, type BookLine } from './book-lines.ts';
import { shortAmount } from '../../../ui/short-amount.ts';
import { lineOf, type ShownLines } from './shown-lines.ts';
import classes from './level-tip.module.css';

interface LevelTipProps {
  readonly match: Match;
  readonly shown: ShownLines;
  readonly pointed: PointedLine;
  readonly figures: Figures;
}

/** The tip beside the pointed line: average price, amount and value of everything up to it. */
export function LevelTip({ match, shown, pointed, figures }: LevelTipProps) {
  const line = useSyncExternalStore(
    shown.subscribe,
    useCallback(() => lineOf(shown, pointed), [shown, pointed]),
  );
  if (line === undefined) return null;
  return (
    <div className={classes.tip} style={placeBeside(pointed.place)} role="tooltip">
      <Facts match={match} line={line} figures={figures} />
    </div>
  );
}

function Facts({
  match,
  line,
  figures,
}: {
  readonly match: Match;
  readonly line: BookLine;
  readonly figures: Figures;
}) {
  const { t } = useTranslation();
  const book = useStore(useLive().depth.store, (view) => view.book);
  const { average, sum, value, distance } = factsOf(line, match, book);
  const facts = [
    { name: t('trade.averagePrice'), figure: figures.fixed(average, match.price_decimals) },
    {
      name: t('trade.sumIn', { currency: match.base_currency_code }),
      figure: figures.fixed(sum, match.amount_decimals),
    },
    { name: t('trade.sumIn', { currency: match.quote_currency_code }), figure: shortAmount(value, figures) },
    ...(distance === null ? [] : [{ name: t('book.fromMid'), figure: figures.change(distance) }]),
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(({ name, figure }) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd className="figures">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The width of the tip and its distance from the book, in pixels. */
const width = 216;
const gap = 4;

/** To the left of the book where there is room, else below the line. */
function placeBeside({ left, top, bottom, height }: DOMRect): React.CSSProperties {
  if (left - gap >= width) return { width, left: left - gap - width, top: top + height / 2, translate: '0 -50%' };
  return { width, left: Math.max(gap, left), top: bottom + gap };
}

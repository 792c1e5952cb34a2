import type { Match } from '@bourse/contract/markets';
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { Menu, MenuGroup, MenuRadio } from '../../../ui/menu.tsx';
import { useFigures } from '../../../ui/use-figures.ts';
import { bookViews, type BookChoices, type BookView } from './book-choices.ts';
import { groupings, stepOf, type BookScale } from './book-lines.ts';
import classes from './book-tools.module.css';

interface BookToolsProps extends BookChoices {
  readonly match: Match;
  readonly onChoose: (change: Partial<BookChoices>) => void;
}

/** The settings of the book: the sides shown, the kind of the depth bars, and the price grouping. */
export const BookTools = memo(function BookTools({ match, view, bars, factor, onChoose }: BookToolsProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const names: Readonly<Record<BookView, string>> = {
    both: t('book.viewBoth'),
    bids: t('book.viewBids'),
    asks: t('book.viewAsks'),
  };
  const written = (ticks: number): string => figures.trimmed(stepOf(match, ticks), 8);
  const choices = useGroupings(match, factor);
  return (
    <div className={classes.tools}>
      <fieldset className={classes.views} aria-label={t('book.views')}>
        {bookViews.map((name) => (
          <button
            key={name}
            type="button"
            className={classes.view}
            aria-label={names[name]}
            title={names[name]}
            aria-pressed={name === view}
            onClick={() => onChoose({ view: name })}
          >
            <ViewSign view={name} />
          </button>
        ))}
      </fieldset>
      <Menu
        width={136}
        className={classes.choice}
        label={`${t('trade.grouping')} ${written(factor)}`}
        face={
          <>
            <span className="figures">{written(factor)}</span>
            <IconChevronDown size={12} aria-hidden="true" />
          </>
        }
      >
        {choices.map((ticks) => (
          <MenuRadio key={ticks} checked={ticks === factor} onSelect={() => onChoose({ factor: ticks })}>
            <span className="figures">{written(ticks)}</span>
          </MenuRadio>
        ))}
      </Menu>
      <Menu
        width={176}
        className={classes.settings}
        label={t('book.bars')}
        face={<IconAdjustmentsHorizontal size={14} aria-hidden="true" />}
      >
        <MenuGroup label={t('book.bars')}>
          <MenuRadio checked={bars === 'cumulative'} onSelect={() => onChoose({ bars: 'cumulative' })}>
            {t('book.barsCumulative')}
          </MenuRadio>
          <MenuRadio checked={bars === 'level'} onSelect={() => onChoose({ bars: 'level' })}>
            {t('book.barsLevel')}
          </MenuRadio>
        </MenuGroup>
      </Menu>
    </div>
  );
});

/** The groupings that distinguish this market's prices, plus the selected one. */
function useGroupings(scale: BookScale, factor: number): readonly number[] {
  const { depth } = useLive();
  // Selected as text, so that a price change renders only if it changes the list.
  const offered = useStore(depth.store, ({ book }) => groupings(scale, book.bids[0]?.price ?? '0').join(' '));
  const factors = offered.split(' ').map(Number);
  return factors.includes(factor) ? factors : [...factors, factor];
}

const bars: Readonly<Record<BookView, readonly ('up' | 'down')[]>> = {
  both: ['down', 'down', 'up', 'up'],
  bids: ['up', 'up', 'up', 'up'],
  asks: ['down', 'down', 'down', 'down'],
};

/** An icon of the lines of a view. */
function ViewSign({ view }: { readonly view: BookView }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      {bars[view].map((direction, index) => (
        <rect
          key={index}
          className={classes[direction]}
          x="2"
          y={2 + index * 3.25 + (view === 'both' && index > 1 ? 0.75 : 0)}
          width="12"
          height="2"
          rx="0.5"
        />
      ))}
    </svg>
  );
}

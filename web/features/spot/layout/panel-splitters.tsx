import { useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Splitter, type SplitterSize } from '../../../ui/splitter.tsx';
import { limitsOf, type PanelSize } from './trade-layout.ts';
import type { KeptLayout } from './use-trade-layout.ts';
import classes from '../trade-screen.module.css';

interface PanelSplittersProps {
  readonly screen: RefObject<HTMLElement | null>;
  readonly layout: KeptLayout;
  /** Whether the trades have a panel beside the book. */
  readonly hasTrades: boolean;
}

/** The splitters between the panels: the chart and the orders, the chart and the book, the book and the trades. */
export function PanelSplitters({ screen, layout, hasTrades }: PanelSplittersProps) {
  const { t } = useTranslation();
  // The width of the book and the trades together when a movement between them began.
  const bothWide = useRef(0);
  const { resize, keep } = layout;
  const sizeOf = (panel: PanelSize): number | null => {
    const element = screen.current?.querySelector(`.${classes[panel]}`);
    const box = element?.getBoundingClientRect();
    return box === undefined ? null : Math.round(panel === 'chart' ? box.height : box.width);
  };
  const measure = (panel: PanelSize): SplitterSize | null => {
    const size = sizeOf(panel);
    return size === null ? null : { size, ...limitsOf(panel, globalThis.window) };
  };
  const shared = (panel: PanelSize) => ({
    measure: () => measure(panel),
    onResize: (size: number) => resize(panel, size),
    onKeep: keep,
    onReset: () => {
      resize(panel, null);
      keep();
    },
  });
  return (
    <>
      <Splitter
        {...shared('book')}
        label={t('layout.resizeBook')}
        orientation="vertical"
        sizes="after"
        className={classes.besideBook}
      />
      {hasTrades && (
        <Splitter
          {...shared('trades')}
          label={t('layout.resizeTrades')}
          orientation="vertical"
          sizes="after"
          className={classes.besideTrades}
          measure={() => {
            const [book, trades] = [measure('book'), measure('trades')];
            if (book === null || trades === null) return null;
            bothWide.current = book.size + trades.size;
            return besideBook(book, trades);
          }}
          onResize={(size) => {
            resize('book', bothWide.current - size);
            resize('trades', size);
          }}
          onReset={() => {
            resize('book', null);
            shared('trades').onReset();
          }}
        />
      )}
      <Splitter
        {...shared('chart')}
        label={t('layout.resizeChart')}
        orientation="horizontal"
        sizes="before"
        className={classes.aboveOrders}
      />
    </>
  );
}

/** The limits of the trades beside a book that gets what they give, so that the chart keeps its width. */
function besideBook(book: SplitterSize, trades: SplitterSize): SplitterSize {
  const both = book.size + trades.size;
  return {
    size: trades.size,
    min: Math.max(trades.min, both - book.max),
    max: Math.min(trades.max, both - book.min),
  };
}

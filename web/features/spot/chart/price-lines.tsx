import { useEffect, useMemo, useState } from 'react';
import { useAppearance } from '../../../ui/theme/appearance.tsx';
import { drawLines, removeLines, type ChartLine } from './draw-lines.ts';
import { LabelPlaces } from './label-places.ts';
import { LineLabels, type LineLabel } from './line-labels.tsx';
import type { MovedLine, PriceGrid } from './order-lines.ts';
import type { PriceChart } from './price-chart.ts';

/** A line at a price with its label. */
export interface PriceLine extends ChartLine, LineLabel {
  /** The price as formatted on the axis. */
  readonly priceText: string;
}

interface PriceLinesProps {
  readonly chart: PriceChart;
  /** Those first that are named first where there is no room for all labels. */
  readonly lines: readonly PriceLine[];
  readonly grid: PriceGrid;
  /** The accessible name of the list of lines. */
  readonly name: string;
  /** Called when a line was dragged to another price; it returns to its own. */
  readonly onMoved: (key: string, price: string) => void;
}

/** Draws lines with labels on a chart, and lists them for screen readers. */
export function PriceLines({ chart, lines, grid, name, onMoved }: PriceLinesProps) {
  const { theme, directions } = useAppearance();
  const [moved, setMoved] = useState<MovedLine | null>(null);
  const [places] = useState(() => new LabelPlaces());
  const shown = useMemo(
    () => lines.map((line) => (line.key === moved?.key ? { ...line, price: moved.price } : line)),
    [lines, moved],
  );
  useEffect(() => {
    const look = { theme, directions, price: ({ priceText }: PriceLine) => priceText };
    drawLines(chart.library, shown, look, moved?.key ?? null, places.report);
  }, [chart, shown, theme, directions, moved?.key, places]);
  useEffect(() => () => removeLines(chart.library), [chart]);
  const drop = (key: string, price: string | null): void => {
    setMoved(null);
    if (price !== null) onMoved(key, price);
  };
  return (
    <>
      <ul className="visually-hidden" aria-label={name} data-testid="chart-lines">
        {lines.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      <LineLabels
        chart={chart}
        labels={shown}
        places={places}
        grid={grid}
        dragged={moved?.key ?? null}
        busy={false}
        onDrag={(key, price) => setMoved({ key, price })}
        onDrop={drop}
      />
    </>
  );
}

import type { Chart, IndicatorCreate, IndicatorCreateTooltipDataSourceCallback } from 'klinecharts';
import { seriesColours, type Theme } from '../../../ui/theme/tokens.ts';
import { factsOf, type ShownIndicator } from './indicators.ts';
import { candlePane } from './price-chart.ts';

/** The initial height of a pane below the candles: a fifth of the chart within these pixels. */
const [minPaneHeight, maxPaneHeight] = [36, 64];

/** Adds, updates and removes the library's indicators to match the selection, without recreating unchanged ones. */
export function drawIndicators(library: Chart, shown: readonly ShownIndicator[], theme: Theme): void {
  for (const { id } of library.getIndicators()) {
    if (!shown.some(({ name }) => name === id)) library.removeIndicator({ id });
  }
  for (const one of shown) {
    const indicator = libraryIndicator(one, theme);
    if (library.getIndicators({ id: one.name }).length > 0) {
      library.overrideIndicator(indicator);
    } else {
      library.createIndicator(indicator, true);
      if (indicator.paneId !== candlePane) library.setPaneOptions({ id: indicator.paneId, ...paneHeightIn(library) });
    }
  }
}

function paneHeightIn(library: Chart): { readonly height: number; readonly minHeight: number } {
  const share = Math.round((library.getSize()?.height ?? 0) / 5);
  return { height: Math.min(Math.max(share, minPaneHeight), maxPaneHeight), minHeight: minPaneHeight };
}

function libraryIndicator(
  { name, params, colours }: ShownIndicator,
  theme: Theme,
): IndicatorCreate & { paneId: string } {
  const palette = seriesColours[theme];
  return {
    id: name,
    name,
    paneId: factsOf(name).place === 'main' ? candlePane : `below_${name}`,
    calcParams: [...params],
    ...(colours.length === 0
      ? {}
      : {
          styles: {
            lines: colours.map((colour) => ({
              style: 'solid',
              smooth: false,
              size: 1,
              dashedValue: [2, 2],
              color: palette[colour] ?? '',
            })),
          },
        }),
    // The candle's legend already shows the volume itself.
    ...(name === 'VOL' ? { createTooltipDataSource: volumeLegend(params, colours, palette) } : {}),
  };
}

function volumeLegend(
  params: readonly number[],
  colours: readonly number[],
  palette: readonly string[],
): IndicatorCreateTooltipDataSourceCallback<unknown> {
  return ({ indicator, crosshair }) => {
    const averages: unknown = indicator.result[crosshair.dataIndex ?? -1];
    const legends = params.map((param, index) => {
      const color = palette[colours[index] ?? 0] ?? '';
      const value = figureOf(averages, `ma${index + 1}`);
      return {
        title: { text: `MA${param}: `, color },
        value: { text: value === null ? '–' : value.toFixed(indicator.precision), color },
      };
    });
    return { name: params.length === 0 ? '' : 'VOL', calcParamsText: '', features: [], legends };
  };
}

function figureOf(result: unknown, key: string): number | null {
  if (typeof result !== 'object' || result === null) return null;
  const value: unknown = Object.entries(result).find(([name]) => name === key)?.[1];
  return typeof value === 'number' ? value : null;
}

import { utils, type CandleTooltipLegendsCustomCallback, type DeepPartial, type Styles } from 'klinecharts';
import { directions, palettes, seriesColours } from '../../../ui/theme/tokens.ts';
import { legendGap, legendOffset } from './chart-legend.ts';
import type { ChartLook } from './price-chart.ts';

export const chartFont = "'Inter Variable', system-ui, sans-serif";

const legendSize = 11;

/** The width of a text of the legend in pixels. */
export function legendTextWidth(text: string): number {
  return utils.calcTextWidth(text, legendSize, 'normal', chartFont);
}

/** The colours and sizes of the chart in a theme, from the same tokens as the style sheets. */
export function chartStyles(
  { theme, directions: kind, mode }: ChartLook,
  legend: CandleTooltipLegendsCustomCallback | null,
): DeepPartial<Styles> {
  const family = chartFont;
  const { line, quiet, text, panel, raised, accent } = palettes[theme];
  const { up, down } = directions[theme][kind];
  const legendText = {
    color: quiet,
    family,
    size: legendSize,
    marginLeft: 0,
    marginRight: legendGap,
    marginTop: 2,
    marginBottom: 0,
  };
  const lastText = {
    family,
    size: 11,
    paddingLeft: 4,
    paddingRight: 4,
    paddingTop: 3,
    paddingBottom: 3,
    borderRadius: 3,
  };
  const axis = {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: { color: quiet, family, size: 11 },
  };
  const crosshair = {
    line: { color: quiet, dashedValue: [3, 3] },
    text: { ...lastText, color: text, backgroundColor: raised, borderColor: line, borderSize: 1 },
  };
  return {
    grid: {
      horizontal: { color: `${line}99`, style: 'solid', size: 1 },
      vertical: { color: `${line}99`, style: 'solid', size: 1 },
    },
    candle: {
      type: mode.kind === 'line' ? 'area' : 'candle_solid',
      bar: {
        upColor: up,
        downColor: down,
        noChangeColor: quiet,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: quiet,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: quiet,
      },
      area: {
        lineColor: accent,
        lineSize: 1.5,
        value: 'close',
        backgroundColor: `${accent}1f`,
        point: { show: false },
      },
      priceMark: {
        high: { color: quiet, textFamily: family, textSize: 11 },
        low: { color: quiet, textFamily: family, textSize: 11 },
        last: {
          upColor: up,
          downColor: down,
          noChangeColor: quiet,
          line: { dashedValue: [3, 3] },
          text: { ...lastText, color: theme === 'dark' ? palettes.dark.onFill : panel, weight: 600 },
        },
      },
      tooltip: {
        offsetLeft: legendOffset,
        offsetRight: legendOffset,
        offsetTop: 6,
        title: { show: false },
        legend: { ...legendText, ...(legend === null ? {} : { template: legend }) },
      },
    },
    indicator: {
      ohlc: { upColor: `${up}80`, downColor: `${down}80`, noChangeColor: `${quiet}80` },
      bars: [{ style: 'fill', upColor: `${up}73`, downColor: `${down}73`, noChangeColor: `${quiet}73` }],
      circles: [{ style: 'fill', upColor: up, downColor: down, noChangeColor: quiet }],
      lines: seriesColours[theme].map((color) => ({
        style: 'solid',
        smooth: false,
        size: 1,
        dashedValue: [2, 2],
        color,
      })),
      lastValueMark: { show: false },
      tooltip: {
        offsetLeft: 8,
        offsetTop: 4,
        title: { ...legendText, showName: true, showParams: true },
        legend: { ...legendText, defaultValue: '–' },
      },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: line, size: 1, activeBackgroundColor: raised },
    crosshair: { horizontal: crosshair, vertical: crosshair },
    overlay: {
      point: {
        color: panel,
        borderColor: accent,
        borderSize: 1,
        radius: 4,
        activeColor: accent,
        activeBorderColor: accent,
        activeBorderSize: 2,
        activeRadius: 5,
      },
      line: { color: accent, size: 1 },
      rect: { style: 'stroke_fill', color: `${accent}1f`, borderColor: accent, borderSize: 1 },
      polygon: { style: 'stroke_fill', color: `${accent}1f`, borderColor: accent, borderSize: 1 },
      circle: { style: 'stroke_fill', color: `${accent}1f`, borderColor: accent, borderSize: 1 },
      arc: { color: accent, size: 1 },
      text: {
        ...lastText,
        style: 'stroke_fill',
        color: text,
        backgroundColor: `${panel}d9`,
        borderColor: accent,
        borderSize: 0,
        paddingTop: 2,
        paddingBottom: 2,
      },
    },
  };
}

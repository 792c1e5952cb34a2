import type { DeepPartial, Styles } from 'klinecharts';
import { directions, palettes, type DirectionColours, type Theme } from '../../../ui/theme/tokens.ts';
import type { ChartMode } from './chart-periods.ts';

const family = "'Inter Variable', system-ui, sans-serif";

/** The colours and sizes of the chart in one theme, from the same table as the style sheets. */
export function chartStyles(theme: Theme, kind: DirectionColours, mode: ChartMode): DeepPartial<Styles> {
  const { line, quiet, text, panel, raised, accent } = palettes[theme];
  const { up, down } = directions[theme][kind];
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
        offsetLeft: 8,
        offsetTop: 6,
        title: { show: false },
        legend: {
          color: quiet,
          family,
          size: 11,
          marginLeft: 0,
          marginRight: 10,
          marginTop: 2,
          marginBottom: 0,
          template: ['open', 'high', 'low', 'close', 'volume'].map((name) => ({ title: name, value: `{${name}}` })),
        },
      },
    },
    indicator: {
      ohlc: { upColor: `${up}80`, downColor: `${down}80`, noChangeColor: `${quiet}80` },
      bars: [{ style: 'fill', upColor: `${up}73`, downColor: `${down}73`, noChangeColor: `${quiet}73` }],
      lastValueMark: { show: false },
      // The volume stands with the other figures of the bar.
      tooltip: { showRule: 'none' },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: line, size: 1, activeBackgroundColor: raised },
    crosshair: { horizontal: crosshair, vertical: crosshair },
  };
}

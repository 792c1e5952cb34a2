import type { Period } from '@bourse/contract/markets';
import {
  IconAdjustmentsHorizontal,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconChartLine,
  IconChevronDown,
  IconPencil,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Menu, MenuCheck, MenuGroup, MenuItem, MenuRadio } from '../../../ui/menu.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { useCurrentInSight } from '../../../ui/use-current-in-sight.ts';
import { useWidth } from '../../../ui/use-width.ts';
import { allPeriods, buttonPeriods, menuPeriods, periodFacts, type ChartMode } from './chart-periods.ts';
import { chartScales, type ChartScale } from './price-chart.ts';
import classes from './chart-panel.module.css';

interface ChartToolbarProps {
  readonly mode: ChartMode;
  readonly onMode: (mode: ChartMode) => void;
  readonly tools: boolean;
  readonly onTools: (shown: boolean) => void;
  readonly onIndicators: () => void;
  readonly scale: ChartScale;
  readonly onScale: (scale: ChartScale) => void;
  readonly orders: boolean;
  readonly onOrders: (shown: boolean) => void;
  readonly onReset: () => void;
  readonly full: boolean;
  readonly onFull: () => void;
}

/** The periods and the chart's tools. */
export const ChartToolbar = memo(function ChartToolbar(props: ChartToolbarProps) {
  const { t } = useTranslation();
  const { mode, onMode, tools, onTools, onIndicators, full, onFull } = props;
  const fullWord = t(full ? 'chart.leaveFullScreen' : 'chart.fullScreen');
  return (
    <Toolbar label={t('chart.toolbar')} className={classes.bar}>
      <Periods mode={mode} onMode={onMode} />
      <div className={classes.tools}>
        <button
          type="button"
          className={classes.tool}
          aria-label={t('chart.draw')}
          title={t('chart.draw')}
          aria-pressed={tools}
          onClick={() => onTools(!tools)}
        >
          <IconPencil {...sign} />
        </button>
        <button type="button" className={classes.tool} aria-haspopup="dialog" onClick={onIndicators}>
          <IconChartLine {...sign} />
          <span className={classes.word}>{t('chart.indicators')}</span>
        </button>
        <SettingsMenu {...props} />
        <button type="button" className={classes.tool} aria-label={fullWord} title={fullWord} onClick={onFull}>
          {full ? <IconArrowsDiagonalMinimize2 {...sign} /> : <IconArrowsDiagonal {...sign} />}
        </button>
      </div>
    </Toolbar>
  );
});

const sign = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

function Periods({ mode, onMode }: Pick<ChartToolbarProps, 'mode' | 'onMode'>) {
  const { t } = useTranslation();
  // On a phone the row of buttons overflows, so the menu beside it lists every period.
  const narrow = useWidth() === 'narrow';
  const chosen = mode.kind === 'candles' ? mode.period : null;
  const fromMenu = menuPeriods.find((period) => period === chosen);
  const button = (period: Period) => (
    <button
      key={period}
      type="button"
      className={classes.period}
      aria-pressed={period === chosen}
      onClick={() => onMode({ kind: 'candles', period })}
    >
      {periodFacts[period].label}
    </button>
  );
  const row = useCurrentInSight<HTMLDivElement>('[aria-pressed="true"]');
  return (
    <fieldset className={classes.periods} aria-label={t('trade.periods')}>
      <div ref={row} className={classes.row}>
        <button
          type="button"
          className={classes.period}
          aria-pressed={mode.kind === 'line'}
          onClick={() => onMode({ kind: 'line' })}
        >
          {t('trade.timeLine')}
        </button>
        {buttonPeriods.map(button)}
      </div>
      <Menu
        align="start"
        width={120}
        className={classes.period}
        pressed={fromMenu !== undefined}
        face={
          <>
            {fromMenu === undefined ? t('trade.more') : periodFacts[fromMenu].label}
            <IconChevronDown size={12} aria-hidden="true" />
          </>
        }
      >
        {(narrow ? allPeriods : menuPeriods).map((period) => (
          <MenuRadio key={period} checked={period === chosen} onSelect={() => onMode({ kind: 'candles', period })}>
            {periodFacts[period].label}
          </MenuRadio>
        ))}
      </Menu>
    </fieldset>
  );
}

type SettingsProps = Pick<ChartToolbarProps, 'scale' | 'onScale' | 'orders' | 'onOrders' | 'onReset'>;

function SettingsMenu({ scale, onScale, orders, onOrders, onReset }: SettingsProps) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t('chart.settings')}
      width={220}
      className={classes.tool}
      face={<IconAdjustmentsHorizontal {...sign} />}
    >
      <MenuGroup label={t('chart.scale')}>
        {chartScales.map((known) => (
          <MenuRadio key={known} checked={known === scale} onSelect={() => onScale(known)}>
            {t(`chart.${known}`)}
          </MenuRadio>
        ))}
      </MenuGroup>
      <MenuGroup label={t('trade.orders')}>
        <MenuCheck checked={orders} onChange={onOrders}>
          {t('chart.myOrders')}
        </MenuCheck>
      </MenuGroup>
      <MenuItem onSelect={onReset}>{t('chart.reset')}</MenuItem>
    </Menu>
  );
}

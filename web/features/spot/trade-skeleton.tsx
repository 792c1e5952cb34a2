import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Bones } from '../../ui/states.tsx';
import { ChartSkeleton } from './chart/chart-skeleton.tsx';
import { layoutStyle, readLayout } from './layout/trade-layout.ts';
import classes from './trade-screen.module.css';

/** The panels of the screen with placeholder rows and candles, until the markets are loaded. */
export function TradeSkeleton() {
  const { t } = useTranslation();
  const { storage } = useLive();
  const [layout] = useState(() => readLayout(storage.read('trade_layout')));
  return (
    <div
      className={classNames(classes.screen, classes.skeleton)}
      data-preset={layout.preset}
      style={layoutStyle(layout)}
    >
      <output className="visually-hidden">{t('common.loading')}</output>
      <Blank area="list" rows={<Bones count={13} height={32} />} />
      <Blank area="header" rows={<Bones count={1} height={56} />} />
      <div className={classNames(classes.blank, classes.chart)}>
        <ChartSkeleton />
      </div>
      <Blank area="forms" rows={<Bones count={5} height={52} />} />
      <Blank area="book" rows={<Bones count={24} />} />
      <Blank area="trades" rows={<Bones count={20} />} />
      <Blank area="assets" rows={<Bones count={3} height={28} />} />
      <Blank area="orders" rows={<Bones count={4} height={32} />} />
    </div>
  );
}

type Area = 'list' | 'header' | 'forms' | 'book' | 'trades' | 'assets' | 'orders';

function Blank({ area, rows }: { readonly area: Area; readonly rows: ReactNode }) {
  return (
    <div className={classNames(classes.blank, classes[area])} data-area={area}>
      {rows}
    </div>
  );
}

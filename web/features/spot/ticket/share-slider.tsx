import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '../../../ui/use-figures.ts';
import { snapped, type Side } from './order-draft.ts';
import classes from './share-slider.module.css';

const quarters = [0, 25, 50, 75, 100];

interface ShareSliderProps {
  readonly percent: number;
  readonly disabled: boolean;
  readonly side: Side;
  readonly onChange: (percent: number) => void;
}

/**
 * A slider for a share of the available balance. Dragging snaps to the quarters; arrow keys move by one per cent, Page
 * Up and Page Down from quarter to quarter.
 */
export function ShareSlider({ percent, disabled, side, onChange }: ShareSliderProps) {
  const { t } = useTranslation();
  const written = useFigures().percent(String(percent), 0);
  const step = (event: KeyboardEvent): void => {
    const next = percentAfter(event.key, percent);
    if (next === null) return;
    event.preventDefault();
    if (next !== percent) onChange(next);
  };
  return (
    <div className={classes.slider} data-side={side}>
      <div className={classes.track} aria-hidden="true">
        <span className={classes.fill} style={{ transform: `scaleX(${percent / 100})` }} />
        {quarters.map((quarter) => (
          <span
            key={quarter}
            className={classes.stop}
            data-reached={quarter <= percent}
            style={{ left: `${quarter}%` }}
          />
        ))}
        <span className={classes.thumb} style={{ left: `${percent}%` }} />
      </div>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        disabled={disabled}
        aria-label={t('trade.share')}
        aria-valuetext={written}
        onKeyDown={step}
        onChange={(event) => onChange(snapped(Number(event.currentTarget.value)))}
      />
      <span className={classes.percent}>{written}</span>
    </div>
  );
}

/** The value after a key press; null for any other key. */
export function percentAfter(key: string, percent: number): number | null {
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(percent + 1, 100);
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(percent - 1, 0);
    case 'PageUp':
      return Math.min(Math.floor(percent / 25) * 25 + 25, 100);
    case 'PageDown':
      return Math.max(Math.ceil(percent / 25) * 25 - 25, 0);
    case 'Home':
      return 0;
    case 'End':
      return 100;
    default:
      return null;
  }
}

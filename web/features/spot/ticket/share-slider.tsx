import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { useFigures } from '../../../ui/use-figures.ts';
import { nearestQuarter, snapped, type Side } from './order-draft.ts';
import classes from './share-slider.module.css';

const quarters = [0, 25, 50, 75, 100];

interface ShareSliderProps {
  readonly percent: number;
  readonly disabled: boolean;
  readonly side: Side;
  readonly className?: string | undefined;
  readonly onChange: (percent: number) => void;
}

/** Pixels that the pointer may move during a click. */
const clickTravel = 3;

/**
 * A slider for a share of the available balance. A click selects the nearest quarter; Page Up, Page Down and
 * arrow keys with Shift move from quarter to quarter. Dragging and arrow keys alone move by one per cent.
 */
export function ShareSlider({ percent, disabled, side, className, onChange }: ShareSliderProps) {
  const { t } = useTranslation();
  const written = useFigures().percent(String(percent), 0);
  /** Where the pointer was pressed, until it is dragged. */
  const pressedAt = useRef<number | null>(null);
  const release = (): void => {
    pressedAt.current = null;
  };
  const step = (event: KeyboardEvent): void => {
    const next = percentAfter(event.key, percent, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    if (next !== percent) onChange(next);
  };
  return (
    <div className={classNames(classes.slider, className)} data-side={side}>
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
        onPointerDown={({ clientX }) => {
          pressedAt.current = clientX;
        }}
        onPointerMove={({ clientX }) => {
          if (pressedAt.current !== null && Math.abs(clientX - pressedAt.current) > clickTravel) release();
        }}
        onPointerUp={release}
        onPointerCancel={release}
        onChange={(event) => {
          const exact = Number(event.currentTarget.value);
          onChange(pressedAt.current === null ? snapped(exact) : nearestQuarter(exact));
        }}
      />
      <span className={classes.percent}>{written}</span>
    </div>
  );
}

/** The value after a key press; null for any other key. */
export function percentAfter(key: string, percent: number, withShift = false): number | null {
  const nextQuarter = Math.min(Math.floor(percent / 25) * 25 + 25, 100);
  const lastQuarter = Math.max(Math.ceil(percent / 25) * 25 - 25, 0);
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return withShift ? nextQuarter : Math.min(percent + 1, 100);
    case 'ArrowLeft':
    case 'ArrowDown':
      return withShift ? lastQuarter : Math.max(percent - 1, 0);
    case 'PageUp':
      return nextQuarter;
    case 'PageDown':
      return lastQuarter;
    case 'Home':
      return 0;
    case 'End':
      return 100;
    default:
      return null;
  }
}

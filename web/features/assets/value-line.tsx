import { accountValueHistory, type ValuePoint } from '@bourse/contract/wallet';
import { useState, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero } from '../../live/decimal.ts';
import { useRead } from '../../live/read.ts';
import { ErrorState, SkeletonText } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { Amount } from './amount.tsx';
import { nearestIndex, pathThrough, placeValues } from './line-shape.ts';
import classes from './value-line.module.css';

/** How often the history is fetched, in milliseconds. Only its last point changes within a day. */
const everyMs = 300_000;

/** The value of the accounts over the last 30 days. */
export function ValueLine({ hidden }: { readonly hidden: boolean }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(accountValueHistory, {}, { refreshMs: everyMs, followed: true });
  const points = data?.data;
  return (
    <div className={classes.frame}>
      {points !== undefined && points.length > 1 && points.some(({ convert_usd: usd }) => !isZero(usd)) && (
        <Line points={points} hidden={hidden} />
      )}
      {points !== undefined && points.every(({ convert_usd: usd }) => isZero(usd)) && (
        <p className={classes.empty}>{t('assets.noHistory')}</p>
      )}
      {points === undefined &&
        (isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonText width="100%" />)}
    </div>
  );
}

const [width, height] = [320, 96];

interface LineProps {
  readonly points: readonly ValuePoint[];
  readonly hidden: boolean;
}

function Line({ points, hidden }: LineProps) {
  const { t } = useTranslation();
  const [pointed, setPointed] = useState<number | null>(null);
  const places = placeValues(
    points.map(({ convert_usd: usd }) => Number(usd)),
    width,
    height,
  );
  const at = pointed ?? points.length - 1;
  const place = places[at];
  const point = (event: PointerEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    setPointed(nearestIndex((event.clientX - box.left) / box.width, points.length));
  };
  return (
    <>
      <p className={classes.head} aria-hidden="true">
        <span>{t('assets.history')}</span>
        {pointed !== null && <PointText points={points} index={pointed} hidden={hidden} />}
      </p>
      <div className={classes.drawing} aria-hidden="true" onPointerMove={point} onPointerLeave={() => setPointed(null)}>
        <svg viewBox={`0 -4 ${width} ${height + 8}`} preserveAspectRatio="none">
          <path d={pathThrough(places)} />
        </svg>
        {place !== undefined && (
          <span
            className={classes.dot}
            style={{ left: `${(100 * place.x) / width}%`, top: `${(100 * (place.y + 4)) / (height + 8)}%` }}
          />
        )}
      </div>
      <HistoryTable points={points} hidden={hidden} />
    </>
  );
}

/** The day and the value of a point. */
function PointText({ points, index, hidden }: LineProps & { readonly index: number }) {
  const figures = useFigures();
  const dayOf = useDay(points);
  return (
    <span className="figures">
      {dayOf(index)} <Amount hidden={hidden}>{figures.money(points[index]?.convert_usd ?? '0', 'USD')}</Amount>
    </span>
  );
}

/** The points as a table, for screen readers. */
function HistoryTable({ points, hidden }: LineProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const dayOf = useDay(points);
  return (
    <table className="visually-hidden">
      <caption>{t('assets.history')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('assets.time')}</th>
          <th scope="col">{t('assets.worthOf')}</th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ time, convert_usd: usd }, index) => (
          <tr key={time}>
            <th scope="row">{dayOf(index)}</th>
            <td>
              <Amount hidden={hidden}>{figures.money(usd, 'USD')}</Amount>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The day (UTC) whose end a point shows; "now" for the last one. */
function useDay(points: readonly ValuePoint[]): (index: number) => string {
  const { t } = useTranslation();
  return (index) => {
    const time = points[index]?.time;
    if (time === undefined || index === points.length - 1) return t('assets.now');
    return new Date(time - 1).toISOString().slice(0, 10);
  };
}

import { useTranslation } from 'react-i18next';
import { decimalsOf } from '../../live/decimal.ts';
import { noFigure } from '../../ui/figures.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { useSecondsTexts } from './seconds-texts.ts';
import classes from './evidence.module.css';

/** A tick of a window; `price` is a plain decimal, null where the index was interrupted. */
export interface ShownReading {
  readonly sequence: number;
  readonly time: number;
  readonly price: string | null;
  readonly dropped: boolean;
}

interface ReadingTableProps {
  readonly caption: string;
  readonly readings: readonly ShownReading[];
}

/** The ticks of a window in their order; those that do not count are struck out. */
export function ReadingTable({ caption, readings }: ReadingTableProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const texts = useSecondsTexts();
  if (readings.length === 0) return <p className={classes.quiet}>{t('seconds.noTicks')}</p>;
  const decimals = Math.max(...readings.map(({ price }) => (price === null ? 0 : decimalsOf(price))));
  return (
    <table className={classes.readings}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('seconds.tick')}</th>
          <th scope="col">{t('seconds.time')}</th>
          <th scope="col" data-figure="true">
            {t('seconds.price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {readings.map(({ sequence, time, price, dropped }, at) => (
          // One command can interrupt the index and then change it.
          <tr key={`${sequence} ${at}`} data-dropped={dropped}>
            <td className="figures">{sequence}</td>
            <td className="figures">{`${figures.time(time)}.${String(time % 1_000).padStart(3, '0')}`}</td>
            <td className="figures" data-figure="true">
              {price === null ? (
                `${noFigure} ${t('seconds.interrupted')}`
              ) : dropped ? (
                <>
                  <s>{texts.price(price, decimals)}</s> <span className="visually-hidden">{t('seconds.dropped')}</span>
                </>
              ) : (
                texts.price(price, decimals)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

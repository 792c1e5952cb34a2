import { leverageCalls, type LeverageFundRow } from '@bourse/contract/console';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Figure } from '../../parts/figures.tsx';
import { ReadStates } from '../../parts/read-states.tsx';
import { PlainTable } from '../../parts/section.tsx';
import { useTexts } from '../../texts/texts.ts';
import { useMay } from '../../wire/session.ts';
import { useRead } from '../../wire/use-read.ts';
import classes from './funds.module.css';

/** The house and insurance of each quote currency, and their losses. */
export function Funds({ onFloor }: { readonly onFloor: (fund: LeverageFundRow) => void }) {
  const t = useTexts();
  const read = useRead(leverageCalls.leverageFunds, {});
  const mayConfigure = useMay(leverageCalls.configureFloor);
  const figures = [
    t('leverage.houseAvailable'),
    t('leverage.reserved'),
    t('leverage.floor'),
    t('leverage.insurance'),
    t('leverage.deficits'),
    t('leverage.unpaid'),
    t('leverage.liquidations'),
    t('leverage.deleveraged'),
  ];
  return (
    <section className={classes.funds} aria-label={t('leverage.funds')}>
      <h2 className={classes.title}>{t('leverage.funds')}</h2>
      <ReadStates read={read}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState text={t('leverage.noFunds')} />
          ) : (
            <PlainTable
              caption={t('leverage.funds')}
              heads={[t('leverage.currency'), ...figures, t('leverage.action')]}
              figures={figures}
              rows={rows}
              rowKey={(row) => String(row.currency_id)}
              renderCells={(row) => [
                row.currency_code,
                <Figure key="available" value={row.house_available} />,
                <Figure key="reserved" value={row.house_reserved} />,
                <Figure key="floor" value={row.house_floor} />,
                <Figure key="insurance" value={row.insurance} />,
                <DayFigure key="deficits" total={row.deficits} day={row.day_deficits} />,
                <DayFigure key="unpaid" total={row.unpaid} day={row.day_unpaid} />,
                <DayFigure key="liquidations" total={row.liquidations} day={row.day_liquidations} />,
                <Figure key="deleveraged" value={row.deleveraged} />,
                mayConfigure && (
                  <Button key="floor" size="dense" look="plain" onClick={() => onFloor(row)}>
                    {t('leverage.changeFloor')}
                  </Button>
                ),
              ]}
            />
          )
        }
      </ReadStates>
    </section>
  );
}

/** A figure since the beginning, and its part of the last 24 hours. */
function DayFigure({ total, day }: { readonly total: string | number; readonly day: string | number }) {
  const t = useTexts();
  return (
    <span title={t('leverage.dayHint')}>
      <Figure value={total} /> (<Figure value={day} />)
    </span>
  );
}

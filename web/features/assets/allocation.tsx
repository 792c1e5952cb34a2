import type { AccountDetail } from '@bourse/contract/wallet';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState, SkeletonRows } from '../../ui/states.tsx';
import { useAppearance } from '../../ui/theme/appearance.tsx';
import { seriesColours } from '../../ui/theme/tokens.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { Amount } from './amount.tsx';
import { arcs } from './arcs.ts';
import { allocation, type Share } from './holdings.ts';
import classes from './allocation.module.css';

/** The number of parts that stay distinguishable. */
const maxParts = 7;

interface AllocationProps {
  /** Undefined while loading. */
  readonly balances: readonly AccountDetail[] | undefined;
  readonly hidden: boolean;
}

/** The shares of the currencies in the total value: a ring, and a table with the same figures. */
export function Allocation({ balances, hidden }: AllocationProps) {
  const { t } = useTranslation();
  const shares = balances === undefined ? undefined : allocation(balances, maxParts);
  return (
    <section className={classes.card} aria-label={t('assets.allocation')}>
      <h2 className={classes.title}>{t('assets.allocation')}</h2>
      {shares === undefined && (
        <div className={classes.parts}>
          <span className={classes.ringBone} />
          <div className={classes.table}>
            <SkeletonRows count={2} height={28} />
          </div>
        </div>
      )}
      {shares?.length === 0 && (
        <EmptyState text={t('assets.nothing')}>
          <Link to="/assets/tradeAccount">{t('accounts.change_account')}</Link>
        </EmptyState>
      )}
      {shares !== undefined && shares.length > 0 && (
        <div className={classes.parts}>
          <Ring shares={shares} />
          <ShareTable shares={shares} hidden={hidden} />
        </div>
      )}
    </section>
  );
}

const ring = { radius: 42, width: 14, gap: 0.006 } as const;

/** Hidden from screen readers, because the table beside it has the figures. */
function Ring({ shares }: { readonly shares: readonly Share[] }) {
  const colours = useColours();
  return (
    <svg className={classes.ring} viewBox="0 0 100 100" aria-hidden="true">
      {arcs(
        shares.map(({ fraction }) => fraction),
        ring,
      ).map((arc, index) => (
        <circle
          key={shares[index]?.code ?? 'others'}
          cx="50"
          cy="50"
          r={ring.radius}
          fill="none"
          stroke={colours(index)}
          strokeWidth={ring.width}
          strokeDasharray={`${arc.length} ${arc.circumference}`}
          strokeDashoffset={-arc.start}
          transform="rotate(-90 50 50)"
        />
      ))}
    </svg>
  );
}

function ShareTable({ shares, hidden }: { readonly shares: readonly Share[]; readonly hidden: boolean }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const colours = useColours();
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t('assets.allocation')}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('assets.currency')}</th>
          <th scope="col">{t('assets.share')}</th>
          <th scope="col">{t('assets.worthOf')}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ code, percent, worth }, index) => (
          <tr key={code ?? 'others'}>
            <th scope="row">
              <span className={classes.sign} style={{ background: colours(index) }} />
              {code ?? t('assets.others')}
            </th>
            <td className="figures">{figures.fixedPercent(percent, 2)}</td>
            <td>
              <Amount hidden={hidden}>{figures.money(worth, 'USD')}</Amount>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function useColours(): (index: number) => string {
  const colours = seriesColours[useAppearance().theme];
  return (index) => colours[index % colours.length] ?? 'currentColor';
}

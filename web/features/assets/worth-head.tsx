import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonText } from '../../ui/states.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { Amount } from './amount.tsx';
import classes from './assets.module.css';

const bitcoin = 'BTC';

interface WorthHeadProps {
  /** The value in dollars and in bitcoin; null while loading. */
  readonly worth: { readonly usd: string; readonly btc: string } | null;
  readonly hidden: boolean;
  readonly onHide: (hidden: boolean) => void;
  /** The links of the section. */
  readonly actions: ReactNode;
  /** Beside the figures. */
  readonly children?: ReactNode;
}

/** The value of balances in dollars and in bitcoin, and the button that hides amounts. */
export function WorthHead({ worth, hidden, onHide, actions, children }: WorthHeadProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  const Sign = hidden ? IconEyeOff : IconEye;
  return (
    <section className={classes.worth} aria-label={t('assets.worth')}>
      <div className={classes.worthText}>
        <p className={classes.worthName}>
          {t('assets.worth')}
          <button
            type="button"
            className={classes.eye}
            aria-pressed={hidden}
            aria-label={t('assets.hide')}
            title={t(hidden ? 'assets.show' : 'assets.hide')}
            onClick={() => onHide(!hidden)}
          >
            <Sign size={18} stroke={1.75} aria-hidden="true" />
          </button>
        </p>
        <p className={classes.worthFigure} data-testid="worth-usd">
          {worth === null ? (
            <SkeletonText width={180} />
          ) : (
            <Amount hidden={hidden}>{figures.money(worth.usd, 'USD')}</Amount>
          )}
        </p>
        <p className={classes.worthCoins} data-testid="worth-btc">
          {worth === null ? (
            <SkeletonText width={120} />
          ) : (
            <Amount hidden={hidden}>{`≈ ${amount(worth.btc, bitcoin)}`}</Amount>
          )}
        </p>
        <div className={classes.worthActions}>{actions}</div>
      </div>
      {children}
    </section>
  );
}

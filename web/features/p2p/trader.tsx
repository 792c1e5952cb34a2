import type { LegalTrader } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import { useFigures } from '../../ui/use-figures.ts';
import classes from './p2p.module.css';

interface TraderProps {
  readonly trader: LegalTrader;
  readonly onOpen: (trader: LegalTrader) => void;
}

/** The name of a trader, which opens the profile, with a dot that says whether the trader is online. */
export function Trader({ trader, onOpen }: TraderProps) {
  const { t } = useTranslation();
  const { level, name, online } = trader;
  return (
    <button
      type="button"
      className={classes.trader}
      aria-haspopup="dialog"
      title={t('p2p.profile.of', { name })}
      onClick={() => onOpen(trader)}
    >
      <span className={classes.dot} data-online={online === 1} aria-hidden="true" />
      <span className={classes.name}>{name}</span>
      <span className="visually-hidden">{t(online === 1 ? 'p2p.online' : 'p2p.offline')}</span>
      {level !== null && <span className={classes.level}>{t('p2p.profile.level', { level })}</span>}
    </button>
  );
}

/** The figures of a trader in one line; a trader without orders has no rate. */
export function TraderFigures({ trader }: { readonly trader: LegalTrader }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const rate = trader.completion_rate;
  return (
    <span className={classNames(classes.quiet, classes.below)}>
      {t('p2p.orders30', { orders: figures.trimmed(String(trader.orders_30d), 0) })}
      {rate !== null && ` · ${t('p2p.rate', { rate: figures.percent(rate, 1) })}`}
    </span>
  );
}

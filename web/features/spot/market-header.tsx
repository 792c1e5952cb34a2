import Big from 'big.js';
import type { Match, Quotation } from '@bourse/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Change, Figure } from '../../ui/figure.tsx';
import { directionOf } from '../../ui/figures.ts';
import { StaleNote } from '../../ui/panel.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import { useQuotation } from '../markets/market-catalogue.ts';
import { useSiteConfig } from '../shell/site-config.ts';
import classes from './market-header.module.css';

interface MarketHeaderProps {
  readonly match: Match;
  /** Opens the market list where it has no place of its own. */
  readonly onOpenList: (() => void) | null;
}

export function MarketHeader({ match, onOpenList }: MarketHeaderProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const config = useSiteConfig();
  const quotation = useQuotation(match);
  const { stale, closed } = useStore(useLive().socket.status);
  const price = figures.fixed(quotation.close, match.price_decimals);
  useTitle(`${price} ${match.symbol}`);
  const priceFigure = (value: string): ReactNode => (
    <Figure value={value} decimals={match.price_decimals} figures={figures} />
  );
  return (
    <section className={classes.header} aria-label={match.symbol} data-stale={stale}>
      <MarketName match={match} onOpenList={onOpenList} />
      <div className={classes.price}>
        <span className={classNames(classes.last, directionOf(quotation.change))} data-testid="last-price">
          {priceFigure(quotation.close)}
        </span>
        <span className={classes.inlineChange}>
          <Change percent={quotation.change} figures={figures} />
        </span>
      </div>
      <dl className={classes.day}>
        <Item name={t('markets.change')} className={classes.changeItem}>
          <Change percent={quotation.change} figures={figures} />
        </Item>
        <Item name={t('markets.high')}>{priceFigure(quotation.high)}</Item>
        <Item name={t('markets.low')}>{priceFigure(quotation.low)}</Item>
        <Item name={t('markets.volume')}>
          <span className="figures" title={figures.trimmed(shownVolume(quotation, config?.volume_display_divisor), 8)}>
            {`${figures.trimmed(shownVolume(quotation, config?.volume_display_divisor), 2)} ${match.base_currency_code}`}
          </span>
        </Item>
      </dl>
      {stale && <StaleNote closed={closed} />}
    </section>
  );
}

function MarketName({ match, onOpenList }: MarketHeaderProps) {
  const { t } = useTranslation();
  const name = (
    <>
      <CoinMark code={match.base_currency_code} logo={match.base_currency.logo} size={24} />
      <span className={classes.symbol}>{match.symbol}</span>
    </>
  );
  if (onOpenList === null) return <h1 className={classes.name}>{name}</h1>;
  return (
    <h1 className={classes.name}>
      <button
        type="button"
        className={classes.open}
        onClick={onOpenList}
        aria-haspopup="dialog"
        title={t('markets.open')}
      >
        {name}
        <IconChevronDown size={16} aria-hidden="true" />
      </button>
    </h1>
  );
}

interface ItemProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

function Item({ name, children, className }: ItemProps) {
  return (
    <div className={classNames(classes.item, className)}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The spot header shows the day's volume divided by a setting of the site. */
function shownVolume(quotation: Quotation, divisor: number | undefined): string {
  return new Big(quotation.volume).div(divisor === undefined || divisor < 1 ? 1 : divisor).toFixed(8, Big.roundDown);
}

/** The price stands in the tab of the browser while this market is open. */
function useTitle(text: string): void {
  const name = useSiteConfig()?.app_name;
  useEffect(() => {
    if (name === undefined) return undefined;
    document.title = `${text} · ${name}`;
    return () => {
      document.title = name;
    };
  }, [text, name]);
}

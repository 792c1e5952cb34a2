import type { Match } from '@bourse/contract/markets';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../../live/context.tsx';
import { compareDecimals } from '../../../live/decimal.ts';
import { classNames } from '../../../ui/class-names.ts';
import { CoinMark } from '../../../ui/coin-mark.tsx';
import { useTitleOverride } from '../../../ui/document-title.ts';
import { Change, Figure } from '../../../ui/figure.tsx';
import { StaleNote } from '../../../ui/states.tsx';
import { noFigure } from '../../../ui/figures.ts';
import { useFigures } from '../../../ui/use-figures.ts';
import { cnyValue, type Market, useQuoted, useShownChange } from '../../markets/index.ts';
import { useSiteConfig } from '../../../live/site-config.ts';
import { PriceAlerts } from '../alerts/price-alerts.tsx';
import { TradingSettings } from '../alerts/trading-settings.tsx';
import { KeysHelp } from '../keys-help.tsx';
import { shownVolume } from './shown-volume.ts';
import classes from './market-header.module.css';

/** A figure of a market by name. */
export interface MarketFact {
  readonly name: string;
  readonly value: string;
}

const noFacts: readonly MarketFact[] = [];

interface MarketHeaderProps {
  readonly market: Market;
  /** Opens the market list where it has no panel. */
  readonly onOpenList: (() => void) | null;
  /** Further figures, before those of the day. */
  readonly facts?: readonly MarketFact[];
  /** Further controls at the end of the header. */
  readonly tools: ReactNode;
}

/**
 * The 24-hour statistics of a market, and its price in the document title. Each number renders only when it changes.
 */
export function MarketHeader({ market: { match, cnyPrice }, onOpenList, facts = noFacts, tools }: MarketHeaderProps) {
  const { t } = useTranslation();
  const stale = useStore(useLive().socket.status, (status) => status.stale);
  const closed = useStore(useLive().socket.status, (status) => status.closed);
  return (
    <section className={classes.header} aria-label={match.symbol} data-stale={stale}>
      <PriceInTitle match={match} />
      <MarketName match={match} onOpenList={onOpenList} />
      <div className={classes.price}>
        <LastPrice key={match.id} match={match} />
        <span className={classes.below}>
          <Worth match={match} cnyPrice={cnyPrice} />
          <span className={classes.inlineChange}>
            <DayChange match={match} />
          </span>
        </span>
      </div>
      <dl className={classes.day}>
        {facts.map(({ name, value }) => (
          <Item key={name} name={name} className={classes.fact}>
            <span className="figures">{value}</span>
          </Item>
        ))}
        <Item name={t('markets.change')} className={classes.changeItem}>
          <DayChange match={match} />
        </Item>
        <Item name={t('markets.high')}>
          <QuotedPrice match={match} figure="high" />
        </Item>
        <Item name={t('markets.low')}>
          <QuotedPrice match={match} figure="low" />
        </Item>
        <Item name={t('markets.volume')}>
          <Volume match={match} />
        </Item>
      </dl>
      <div className={classes.end}>
        {stale && <StaleNote closed={closed} />}
        <div className={classes.tools}>
          {tools}
          <PriceAlerts match={match} className={classes.tool} />
          <TradingSettings className={classes.tool} />
          <KeysHelp className={classNames(classes.tool, classes.keys)} />
        </div>
      </div>
    </section>
  );
}

interface OfMarket {
  readonly match: Match;
}

/** Renders nothing; sets the document title to the price. */
function PriceInTitle({ match }: OfMarket) {
  const figures = useFigures();
  const price = figures.fixed(useQuoted(match, 'close'), match.price_decimals);
  const site = useSiteConfig()?.app_name;
  useTitleOverride(site === undefined ? null : `${price} ${match.symbol} · ${site}`);
  return null;
}

function Worth({ match, cnyPrice }: OfMarket & Pick<Market, 'cnyPrice'>) {
  const figures = useFigures();
  const worth = cnyValue(useQuoted(match, 'close'), cnyPrice);
  return <span className={classes.worth}>{worth === null ? '\u00a0' : `≈ ${figures.money(worth, 'CNY')}`}</span>;
}

function QuotedPrice({ match, figure }: OfMarket & { readonly figure: 'close' | 'high' | 'low' }) {
  return <Figure value={useQuoted(match, figure)} decimals={match.price_decimals} figures={useFigures()} />;
}

function DayChange({ match }: OfMarket) {
  return <Change percent={useShownChange(match)} figures={useFigures()} />;
}

function Volume({ match }: OfMarket) {
  const figures = useFigures();
  const config = useSiteConfig();
  const volume = shownVolume(useQuoted(match, 'volume'), config?.volume_display_divisor);
  if (volume === null) return <span className="figures">{noFigure}</span>;
  return (
    <span className="figures" title={`${figures.trimmed(volume, 8)} ${match.base_currency_code}`}>
      {`${figures.trimmed(volume, 2)} ${match.base_currency_code}`}
    </span>
  );
}

function MarketName({ match, onOpenList }: { readonly match: Match; readonly onOpenList: (() => void) | null }) {
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

const arrows = { up: '↑', down: '↓', none: '' } as const;

/** The last price, with the colour and the arrow of its last change. Space for the arrow is always reserved. */
function LastPrice({ match }: OfMarket) {
  const close = useQuoted(match, 'close');
  const [last, setLast] = useState<{ readonly close: string; readonly move: keyof typeof arrows }>({
    close,
    move: 'none',
  });
  if (last.close !== close) setLast({ close, move: compareDecimals(close, last.close) > 0 ? 'up' : 'down' });
  return (
    <span className={classNames(classes.last, last.move)} data-testid="last-price" data-move={last.move}>
      <QuotedPrice match={match} figure="close" />
      <span className={classes.arrow} aria-hidden="true">
        {arrows[last.move]}
      </span>
    </span>
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

import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLive } from '../../live/context.tsx';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Change, Figure } from '../../ui/figure.tsx';
import { directionOf } from '../../ui/figures.ts';
import { shorten } from '../../ui/shorten.ts';
import { EmptyState, ErrorState, StaleNote } from '../../ui/states.tsx';
import { useFigures } from '../../ui/use-figures.ts';
import {
  cnyValue,
  type Market,
  type MarketCatalogueState,
  Sparkline,
  useQuotation,
  useSparklines,
} from '../markets/index.ts';
import { MarketVolume } from './volume-line.tsx';
import classes from './market-cards.module.css';

/** How many markets have a card. */
const cardCount = 6;
/** The quote currency of the markets on the home page. */
const quoteCode = 'USDT';

/** The open markets of the home page's quote currency, in listing order. */
export function homeMarkets(markets: readonly Market[]): readonly Market[] {
  return markets.filter(({ match }) => match.open_change === 1 && match.quote_currency_code === quoteCode);
}

/** Cards of the first markets with live prices. */
export function MarketCards({ state }: { readonly state: MarketCatalogueState }) {
  const { t } = useTranslation();
  const { stale, closed } = useStore(useLive().socket.status);
  const lines = useSparklines();
  const { catalogue } = state;
  const shown = catalogue === null ? null : homeMarkets(catalogue.markets).slice(0, cardCount);
  return (
    <section className={classes.section} aria-labelledby="home-cards">
      <div className={classes.head}>
        <h2 id="home-cards" className={classes.title}>
          {t('home.cards', { quote: quoteCode })}
        </h2>
        {stale && <StaleNote closed={closed} />}
        {!state.failed && <MarketVolume groups={catalogue?.groups ?? null} />}
      </div>
      {state.failed && <ErrorState onRetry={state.retry} />}
      {shown?.length === 0 && <EmptyState text={t('markets.empty')} />}
      {!state.failed && shown?.length !== 0 && (
        <ul className={classes.cards} data-stale={stale} aria-busy={shown === null}>
          {shown === null
            ? Array.from({ length: cardCount }, (_, at) => <li key={at} className={classes.blank} aria-hidden="true" />)
            : shown.map((market) => (
                <MarketCard key={market.match.id} market={market} line={lines.get(market.match.id) ?? null} />
              ))}
        </ul>
      )}
    </section>
  );
}

interface MarketCardProps {
  readonly market: Market;
  /** The closing prices of the last 24 hours; null while loading. */
  readonly line: readonly string[] | null;
}

const MarketCard = memo(function MarketCard({ market: { index, match, cnyPrice }, line }: MarketCardProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const quotation = useQuotation(match);
  const worth = cnyValue(quotation.close, cnyPrice);
  const name = match.base_currency.name;
  return (
    <li className={classes.card}>
      <Link to="/trade" search={{ id: String(index) }} className={classes.link}>
        <span className={classes.top}>
          <CoinMark code={match.base_currency_code} logo={match.base_currency.logo} size={28} />
          <span className={classes.names}>
            <span className={classes.symbol}>{match.symbol}</span>
            <span className={classes.name} title={name}>
              {shorten(name)}
            </span>
          </span>
          <span className={classes.change}>
            <Change percent={quotation.change} figures={figures} />
          </span>
        </span>
        <Figure value={quotation.close} decimals={match.price_decimals} figures={figures} className={classes.price} />
        <span className={classes.worth}>{worth === null ? '\u00a0' : `≈ ${figures.money(worth, 'CNY')}`}</span>
        <span className={classes.line}>
          {line !== null && <Sparkline closes={line} direction={directionOf(quotation.change)} />}
        </span>
        <span className={classes.volume} title={`${figures.trimmed(quotation.volume, 8)} ${match.base_currency_code}`}>
          {t('home.cardVolume', {
            volume: figures.compact(quotation.volume),
            currency: match.base_currency_code,
          })}
        </span>
      </Link>
    </li>
  );
});

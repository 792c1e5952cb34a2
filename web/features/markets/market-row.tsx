import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareDecimals } from '../../live/decimal.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Change, Figure } from '../../ui/figure.tsx';
import { directionOf, type Figures } from '../../ui/figures.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { FavouriteStar } from './favourite-star.tsx';
import { useQuotation, type Market } from './market-catalogue.ts';
import { cnyValue } from './market-sort.ts';
import { Sparkline } from './sparkline.tsx';
import classes from './market-table.module.css';

interface MarketRowProps {
  readonly market: Market;
  /** 1-based position in the whole table, header included. */
  readonly rowIndex: number;
  readonly height: number;
  /** The closing prices of the last 24 hours; null while loading. */
  readonly line: readonly string[] | null;
  /** Whether the row is the tab stop. */
  readonly isTabStop: boolean;
  readonly isNarrow: boolean;
  readonly withTrade: boolean;
  readonly onActive: (marketId: number) => void;
}

/** One market. Its numbers render only when its own quotation changes, its star only when that changes. */
export const MarketRow = memo(function MarketRow(props: MarketRowProps) {
  const { market, rowIndex, height, line, isTabStop, isNarrow, withTrade, onActive } = props;
  const { t } = useTranslation();
  const { index, match } = market;
  const tabIndex = isTabStop ? 0 : -1;
  const search = { id: String(index) };
  return (
    <tr
      className={classes.row}
      style={{ height }}
      aria-rowindex={rowIndex}
      data-market={match.id}
      onFocus={() => onActive(match.id)}
    >
      <td className={classes.pair}>
        <div className={classes.pairParts}>
          <span className={classes.star}>
            <FavouriteStar match={match} tabIndex={tabIndex} />
          </span>
          <CoinMark code={match.base_currency_code} logo={match.base_currency.logo} size={24} />
          <span className={classes.names}>
            <Link to="/trade" search={search} className={classes.open} tabIndex={tabIndex} title={match.symbol}>
              <span className={classes.base}>{match.base_currency_code}</span>
              <span className={classes.quote}>{`/${match.quote_currency_code}`}</span>
            </Link>
            <span className={classes.name}>
              {isNarrow ? <ShortVolume market={market} /> : match.base_currency.name}
            </span>
          </span>
        </div>
      </td>
      <QuotationCells market={market} line={line} isNarrow={isNarrow} />
      {withTrade && (
        <td className={classes.trade}>
          <Link
            to="/trade"
            search={search}
            className={classes.tradeLink}
            tabIndex={tabIndex}
            aria-label={t('markets.tradePair', { symbol: match.symbol })}
          >
            {t('markets.trade')}
          </Link>
        </td>
      )}
    </tr>
  );
});

interface QuotationCellsProps {
  readonly market: Market;
  readonly line: readonly string[] | null;
  readonly isNarrow: boolean;
}

/** The cells of a row that change with its quotation. */
function QuotationCells({ market: { match, cnyPrice }, line, isNarrow }: QuotationCellsProps) {
  const figures = useFigures();
  const { close, change, high, low, volume } = useQuotation(match);
  const decimals = match.price_decimals;
  const picture = (
    <span className={classes.lineBox}>
      {line !== null && <Sparkline closes={line} direction={directionOf(change)} />}
    </span>
  );
  return (
    <>
      <td className={classes.price}>
        <Price close={close} decimals={decimals} figures={figures} />
        <Worth close={close} cnyPrice={cnyPrice} figures={figures} />
      </td>
      <td className={classes.change}>
        <Change percent={change} figures={figures} />
        {isNarrow && picture}
      </td>
      {!isNarrow && (
        <>
          <td className={classes.high}>
            <Figure value={high} decimals={decimals} figures={figures} />
          </td>
          <td className={classes.low}>
            <Figure value={low} decimals={decimals} figures={figures} />
          </td>
          <td className={classes.volume} title={`${figures.trimmed(volume, 8)} ${match.base_currency_code}`}>
            <span className={classes.wholeVolume}>{figures.trimmed(volume, 2)}</span>
            <span className={classes.shortVolume}>{figures.compact(volume)}</span>
          </td>
          <td className={classes.line}>{picture}</td>
        </>
      )}
    </>
  );
}

interface PriceProps {
  readonly close: string;
  readonly decimals: number;
  readonly figures: Figures;
}

/** The latest price, which flashes in the colour of its direction when it moves. */
function Price({ close, decimals, figures }: PriceProps) {
  const [last, setLast] = useState<{ close: string; moves: number; direction: 'up' | 'down' }>({
    close,
    moves: 0,
    direction: 'up',
  });
  if (last.close !== close) {
    setLast({ close, moves: last.moves + 1, direction: compareDecimals(close, last.close) > 0 ? 'up' : 'down' });
  }
  return (
    <span className={classes.last}>
      {last.moves > 0 && <span key={last.moves} className={classes.flash} data-direction={last.direction} />}
      <Figure value={close} decimals={decimals} figures={figures} />
    </span>
  );
}

interface WorthProps {
  readonly close: string;
  readonly cnyPrice: string | null;
  readonly figures: Figures;
}

/** The approximate price in yuan, truncated to two decimals; nothing when unknown. */
function Worth({ close, cnyPrice, figures }: WorthProps) {
  const worth = cnyValue(close, cnyPrice);
  return <span className={classes.worth}>{worth === null ? '\u00a0' : `≈ ${figures.money(worth, 'CNY')}`}</span>;
}

/** The compact volume in the base currency, for the second line of a row on a phone. */
function ShortVolume({ market: { match } }: { readonly market: Market }) {
  const { t } = useTranslation();
  const { volume } = useQuotation(match);
  return t('markets.volumeShort', { volume: useFigures().compact(volume) });
}

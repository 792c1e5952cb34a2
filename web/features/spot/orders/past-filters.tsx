import type { Match } from '@bourse/contract/markets';
import { useTranslation } from 'react-i18next';
import { Tabs } from '../../../ui/tabs.tsx';
import { useMarketCatalogue } from '../../markets/index.ts';
import { spans, type DateChoice, type Span } from '../../../ui/date-range.ts';
import { ExportButton } from './export-button.tsx';
import classes from './orders-panel.module.css';

/** The filter of ended orders or trades. `marketId` is null for all markets. */
export interface PastFilter {
  readonly side: 'both' | 'buy' | 'sell';
  readonly marketId: number | null;
  readonly dates: DateChoice;
}

export const noFilter: PastFilter = { side: 'both', marketId: null, dates: { span: 'all', first: '', last: '' } };

interface PastFiltersProps {
  readonly of: 'history' | 'trades';
  /** The current market, listed first. */
  readonly match: Match;
  readonly filter: PastFilter;
  readonly onChange: (filter: PastFilter) => void;
  /** The filter as a query; null while it is invalid. */
  readonly query: PastQuery | null;
}

export interface PastQuery {
  readonly currency_match_id?: number;
  readonly way?: 1 | 2;
  readonly from?: number;
  readonly to?: number;
}

export function PastFilters({ of, match, filter, onChange, query }: PastFiltersProps) {
  const { t } = useTranslation();
  const { dates } = filter;
  return (
    <>
      <div className={classes.tools}>
        <Tabs
          label={t('trade.side')}
          look="pills"
          tabs={[
            { id: 'both', label: t('orders.bothSides') },
            { id: 'buy', label: t('trade.buy') },
            { id: 'sell', label: t('trade.sell') },
          ]}
          selected={filter.side}
          onSelect={(side) => onChange({ ...filter, side })}
        />
        <div className={classes.filters}>
          <MarketFilter match={match} filter={filter} onChange={onChange} />
          <label className={classes.field}>
            <span className="visually-hidden">{t('orders.period')}</span>
            <select
              value={dates.span}
              onChange={({ currentTarget: { value } }) => {
                const span = spans.find((known) => known === value);
                if (span !== undefined) onChange({ ...filter, dates: { ...dates, span } });
              }}
            >
              {spans.map((span) => (
                <option key={span} value={span}>
                  {t(spanTexts[span])}
                </option>
              ))}
            </select>
          </label>
          {dates.span === 'own' && <OwnDays dates={dates} onChange={(next) => onChange({ ...filter, dates: next })} />}
          {filter !== noFilter && (
            <button type="button" className={classes.action} onClick={() => onChange(noFilter)}>
              {t('orders.clear')}
            </button>
          )}
          <ExportButton of={of} query={query} />
        </div>
      </div>
      {query === null && (
        <p className={classes.problem} role="alert">
          {t('orders.daysWrong')}
        </p>
      )}
    </>
  );
}

const spanTexts = {
  all: 'orders.all',
  today: 'orders.today',
  days7: 'orders.days7',
  days30: 'orders.days30',
  days90: 'orders.days90',
  own: 'orders.custom',
} as const satisfies Readonly<Record<Span, string>>;

function MarketFilter({ match, filter, onChange }: Pick<PastFiltersProps, 'match' | 'filter' | 'onChange'>) {
  const { t } = useTranslation();
  const markets = useMarketCatalogue().catalogue?.markets.map(({ match: { id, symbol } }) => ({ id, symbol })) ?? [];
  const others = markets.filter(({ id }) => id !== match.id).toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1));
  return (
    <label className={classes.field}>
      <span className="visually-hidden">{t('trade.market')}</span>
      <select
        value={filter.marketId ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, marketId: value === '' ? null : Number(value) })
        }
      >
        <option value="">{t('orders.allMarkets')}</option>
        {[match, ...others].map(({ id, symbol }) => (
          <option key={id} value={id}>
            {symbol}
          </option>
        ))}
      </select>
    </label>
  );
}

function OwnDays({ dates, onChange }: { readonly dates: DateChoice; readonly onChange: (dates: DateChoice) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <label className={classes.field}>
        <span className="visually-hidden">{t('orders.from')}</span>
        <input
          type="date"
          value={dates.first}
          onChange={({ currentTarget: { value } }) => onChange({ ...dates, first: value })}
        />
      </label>
      <span aria-hidden="true">–</span>
      <label className={classes.field}>
        <span className="visually-hidden">{t('orders.to')}</span>
        <input
          type="date"
          value={dates.last}
          onChange={({ currentTarget: { value } }) => onChange({ ...dates, last: value })}
        />
      </label>
    </>
  );
}

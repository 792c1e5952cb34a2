import type { LegalAd, LegalCurrencies, LegalInfo, LegalTrader } from '@bourse/contract/p2p';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { requestedPart } from '../../ui/requested-part.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { EmptyState, ErrorState, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import { tableState } from '../../ui/table-state.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { useWidth } from '../../ui/use-width.ts';
import { AdAction, AdMethods, type AdParts, AdPrice, AdRange } from './ad-parts.tsx';
import { hiddenFilters, type HallFilters, queryOf } from './hall-filters.ts';
import { useAds } from './p2p-reads.ts';
import { TakeForm } from './take-form.tsx';
import { Trader, TraderFigures } from './trader.tsx';
import classes from './hall.module.css';

const ProfileDialog = requestedPart(
  async () => (await import('./profile-dialog.tsx')).ProfileDialog,
  ({ onClose }) => onClose(),
);

interface AdListProps {
  readonly filters: HallFilters;
  readonly traded: LegalCurrencies;
  readonly info: LegalInfo | undefined;
  readonly onChange: (next: Partial<HallFilters>) => void;
}

/** The ads that match the filters. One of them at a time is open, in its row or, on a phone, in a sheet. */
export function AdList({ filters, info, onChange, traded }: AdListProps) {
  const { t } = useTranslation();
  const width = useWidth();
  const { data, isError, isPlaceholderData, refetch } = useAds(queryOf(filters));
  const [taken, setTaken] = useState<LegalAd | null>(null);
  const [shown, setShown] = useState<LegalTrader | null>(null);
  const { currency, fiat, page } = filters;
  const state = tableState(data?.data.data, isError);
  const pair = traded.pairs.find((one) => one.currency_id === currency.id && one.fiat === fiat.code);
  const decimals = { coin: currency.decimals, fiat: fiat.decimals, price: pair?.price_decimals ?? fiat.decimals };
  // An ad that has left the list stays open as it was last seen, so that nothing is lost while it is read.
  const open = taken === null ? null : (data?.data.data.find(({ id }) => id === taken.id) ?? taken);
  const close = (): void => setTaken(null);
  const form = open !== null && <TakeForm key={open.id} ad={open} decimals={decimals} info={info} onClose={close} />;
  const parts: AdParts = {
    decimals,
    open: open?.id ?? null,
    onOpen: (ad) => setTaken(open?.id === ad.id ? null : ad),
    onTrader: setShown,
  };
  return (
    <div className={classNames(isPlaceholderData && classes.stale)}>
      {state.kind === 'loading' && <SkeletonRows count={6} height={width === 'narrow' ? 168 : 72} />}
      {state.kind === 'error' && <ErrorState onRetry={() => void refetch()} />}
      {state.kind === 'empty' && (
        <EmptyState
          text={
            hiddenFilters(filters) > 0 ? t('p2p.none') : t('p2p.noneYet', { currency: currency.code, fiat: fiat.code })
          }
        />
      )}
      {state.kind === 'rows' && (
        <>
          {state.stale && <StaleNote />}
          <div className={classNames(state.stale && classes.stale)}>
            {width === 'narrow' ? (
              <Cards ads={state.rows} parts={parts} />
            ) : (
              <AdTable ads={state.rows} parts={parts} form={form} />
            )}
          </div>
        </>
      )}
      {data !== undefined && (
        <PageButtons page={page} pages={data.data.last_page} onChange={(next) => onChange({ page: next })} />
      )}
      {width === 'narrow' && open !== null && (
        <Sheet
          title={t(open.side === 'buy' ? 'p2p.buyCoin' : 'p2p.sellCoin', { currency: open.currency.code })}
          from="bottom"
          opened
          onClose={close}
        >
          {form}
        </Sheet>
      )}
      {shown !== null && (
        <Suspense fallback={null}>
          <ProfileDialog id={shown.id} name={shown.name} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </div>
  );
}

interface TableProps {
  readonly ads: readonly LegalAd[];
  readonly parts: AdParts;
  readonly form: React.ReactNode;
}

function AdTable({ ads, form, parts }: TableProps) {
  const { t } = useTranslation();
  const heads = [
    { id: 'merchant', text: t('p2p.merchant'), figure: false },
    { id: 'price', text: t('p2p.price'), figure: true },
    { id: 'range', text: `${t('p2p.limits')} / ${t('p2p.left')}`, figure: true },
    { id: 'methods', text: t('p2p.methods'), figure: false },
    { id: 'trade', text: t('p2p.trade'), figure: true },
  ];
  return (
    <table className={classes.table}>
      <caption className="visually-hidden">{t('shell.legal')}</caption>
      <thead>
        <tr>
          {heads.map(({ figure, id, text }) => (
            <th key={id} scope="col" data-figure={figure}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      {ads.map((ad) => (
        <tbody key={ad.id}>
          <tr>
            <td>
              <Trader trader={ad.merchant} onOpen={parts.onTrader} />
              <TraderFigures trader={ad.merchant} />
            </td>
            <td data-figure>
              <AdPrice ad={ad} parts={parts} />
            </td>
            <td data-figure>
              <AdRange ad={ad} parts={parts} />
            </td>
            <td>
              <AdMethods ad={ad} />
            </td>
            <td data-figure>
              <AdAction ad={ad} parts={parts} />
            </td>
          </tr>
          {parts.open === ad.id && (
            <tr className={classes.opened}>
              <td colSpan={heads.length}>{form}</td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}

function Cards({ ads, parts }: Pick<TableProps, 'ads' | 'parts'>) {
  const { t } = useTranslation();
  const figures = useFigures();
  return (
    <ul className={classes.cards}>
      {ads.map((ad) => (
        <li key={ad.id}>
          <div>
            <Trader trader={ad.merchant} onOpen={parts.onTrader} />
            <TraderFigures trader={ad.merchant} />
          </div>
          <div className={classes.cardLine}>
            <span className={classes.cardPrice}>
              <AdPrice ad={ad} parts={parts} />
            </span>
            <AdAction ad={ad} parts={parts} />
          </div>
          <AdRange ad={ad} parts={parts} />
          <AdMethods ad={ad} />
          <span className={classes.quiet}>
            {t('p2p.window')}: {t('p2p.minutes', { minutes: figures.trimmed(String(ad.pay_minutes), 0) })}
          </span>
        </li>
      ))}
    </ul>
  );
}

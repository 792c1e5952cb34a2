import { type AdState, type ShopAd, shopAdState, type ShopInfo } from '@bourse/contract/p2p';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { noFigure } from '../../ui/figures.ts';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { mayOpen, stepOf } from './ad-state.ts';
import { Card } from './card.tsx';
import { useAds, useShopAction } from './shop-reads.ts';
import { AdMark } from './state-mark.tsx';
import classes from './shop.module.css';

const views = ['current', 'off_shelf'] as const;
type View = (typeof views)[number];

/** The merchant's ads: those on the shelf, or the ended ones. */
export function AdList({ shop }: { readonly shop: ShopInfo }) {
  const { t } = useTranslation();
  const [view, show] = useState<View>('current');
  const [page, setPage] = useState(1);
  const [ending, end] = useState<ShopAd | null>(null);
  const { data, isError, refetch } = useAds(view === 'off_shelf' ? 'off_shelf' : null, page);
  const change = useShopAction(shopAdState, () => end(null));
  const columns = useColumns({
    mayPublish: shop.state === 'approved',
    busy: change.busy,
    onState: (ad, state) => change.run({ id: ad.id, state }),
    onEnd: (ad) => {
      change.reset();
      end(ad);
    },
  });
  return (
    <Card
      title={t('shop.ads')}
      note={
        <Tabs
          look="pills"
          label={t('shop.ads')}
          tabs={[
            { id: 'current', label: t('shop.ads') },
            { id: 'off_shelf', label: t('shop.adStates.off_shelf') },
          ]}
          selected={view}
          onSelect={(next) => {
            show(next);
            setPage(1);
          }}
        />
      }
    >
      <p className={classes.refusal} role="alert">
        {ending === null && change.refusal}
      </p>
      <DataTable
        caption={t('shop.ads')}
        columns={columns}
        rows={data?.data.data}
        rowKey={({ id }) => id}
        failed={isError}
        onRetry={() => void refetch()}
        empty={t('shop.noAds')}
        expectedHeight={88}
      >
        {shop.state === 'approved' && (
          <Link to="/myshop/myshoporders" search={{ ad: 'new' }}>
            {t('shop.newAd')}
          </Link>
        )}
      </DataTable>
      {data !== undefined && <PageButtons page={page} pages={data.data.last_page} onChange={setPage} />}
      <ConfirmDialog
        title={t('shop.takeOffTitle')}
        opened={ending !== null}
        confirmLabel={t('shop.takeOff')}
        cancelLabel={t('shop.keepAd')}
        isDestructive
        busy={change.busy}
        error={change.refusal}
        onConfirm={() => {
          if (ending !== null) change.run({ id: ending.id, state: 'off_shelf' });
        }}
        onClose={() => {
          change.reset();
          end(null);
        }}
      >
        <p>{t('shop.takeOffText')}</p>
      </ConfirmDialog>
    </Card>
  );
}

interface AdActions {
  /** Whether the merchant can edit and open ads; taking them off the shelf is always possible. */
  readonly mayPublish: boolean;
  readonly busy: boolean;
  readonly onState: (ad: ShopAd, state: AdState) => void;
  readonly onEnd: (ad: ShopAd) => void;
}

function useColumns(actions: AdActions): readonly Column<ShopAd>[] {
  const { t } = useTranslation();
  const figures = useFigures();
  const amount = useAmount();
  return [
    { id: 'ad', head: t('p2p.coin'), cell: (ad) => <AdName ad={ad} /> },
    {
      id: 'price',
      head: t('shop.priceNow'),
      figure: true,
      cell: ({ fiat, percent, price_now: now }) => (
        <>
          {now === null ? noFigure : amount(now, fiat)}
          <span className={classes.below}>
            {percent === null ? t('p2p.fixed') : `${t('p2p.floating')} ${figures.change(percent)}`}
          </span>
        </>
      ),
    },
    {
      id: 'limits',
      head: t('p2p.limits'),
      figure: true,
      cell: ({ fiat, max, min }) => `${figures.trimmed(min, 2)} – ${amount(max, fiat)}`,
    },
    {
      id: 'left',
      head: t('p2p.left'),
      figure: true,
      cell: ({ currency, in_orders: inOrders, left, sold }) => (
        <>
          {amount(left, currency.code)}
          <span className={classes.below}>
            {t('shop.inOrders')} {figures.trimmed(inOrders, 8)} · {t('shop.sold')} {figures.trimmed(sold, 8)}
          </span>
        </>
      ),
    },
    {
      id: 'methods',
      head: t('p2p.methods'),
      cell: ({ methods }) => (
        <span className={classes.methods}>
          {methods.map(({ account, id, method }) => (
            <span key={id ?? method.type}>{account === '' ? method.name : `${method.name} ${account}`}</span>
          ))}
        </span>
      ),
    },
    { id: 'state', head: t('p2p.orders.state'), cell: (ad) => <AdMark ad={ad} /> },
    { id: 'actions', head: t('shop.edit'), wide: true, figure: true, cell: (ad) => <Actions ad={ad} {...actions} /> },
  ];
}

function AdName({ ad: { currency, fiat, id, side } }: { readonly ad: ShopAd }) {
  const { t } = useTranslation();
  return (
    <span className={classes.name}>
      <b className={side === 'buy' ? 'up' : 'down'}>
        {side === 'buy'
          ? t('p2p.buyCoin', { currency: currency.code })
          : t('p2p.sellCoin', { currency: currency.code })}
      </b>
      <span className={classes.below}>{`${fiat} · ${id}`}</span>
    </span>
  );
}

function Actions({ ad, busy, mayPublish, onEnd, onState }: AdActions & { readonly ad: ShopAd }) {
  const { t } = useTranslation();
  if (ad.state === 'off_shelf') return null;
  const step = stepOf(ad);
  return (
    <span className={classes.actions}>
      {mayPublish && mayOpen(ad) && (
        <Button look={step === 'open' ? 'accent' : 'plain'} disabled={busy} onClick={() => onState(ad, 'open')}>
          {t('shop.open')}
        </Button>
      )}
      {ad.state === 'open' && (
        <Button look="plain" disabled={busy} onClick={() => onState(ad, 'suspended')}>
          {t('shop.suspend')}
        </Button>
      )}
      {mayPublish && (
        <Link
          to="/myshop/myshoporders"
          search={{ ad: String(ad.id) }}
          className={classes.edit}
          data-urgent={step === 'edit'}
        >
          {t('shop.edit')}
        </Link>
      )}
      <Button look="plain" disabled={busy} onClick={() => onEnd(ad)}>
        {t('shop.takeOff')}
      </Button>
    </span>
  );
}

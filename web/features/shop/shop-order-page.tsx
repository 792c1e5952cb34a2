import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/states.tsx';
import { OrderView } from '../p2p/index.ts';
import { ShopHead } from './shop-head.tsx';
import classes from './shop.module.css';

/** An order on an own ad, as its seller or buyer. */
export function ShopOrderPage() {
  const { t } = useTranslation();
  const { id } = useSearch({ from: '/myshop/shoporderdetail' });
  const navigate = useNavigate();
  if (id === undefined || !/^\d{1,15}$/.test(id)) {
    return (
      <div className={classes.page}>
        <ShopHead />
        <EmptyState text={t('errors.escrow_unknown')}>
          <Link to="/myshop/shoporders">{t('shop.orders')}</Link>
        </EmptyState>
      </div>
    );
  }
  return (
    <OrderView
      key={id}
      id={Number(id)}
      back={
        <Link to="/myshop/shoporders" className={classes.toOrders}>
          {t('shop.orders')}
        </Link>
      }
      onOther={(other) => void navigate({ to: '/myshop/shoporderdetail', search: { id: String(other) } })}
    />
  );
}

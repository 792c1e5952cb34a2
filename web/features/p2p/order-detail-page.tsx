import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/states.tsx';
import { OrderView } from './order-view.tsx';
import classes from './p2p.module.css';

/** An order that the user took or, by its address, one on an own ad. */
export function OrderDetailPage() {
  const { t } = useTranslation();
  const { id } = useSearch({ from: '/legalIndex/orderdetail' });
  const navigate = useNavigate();
  const back = (
    <Link to="/legalIndex/orders" className={classes.link}>
      {t('p2p.back')}
    </Link>
  );
  if (id === undefined || !/^\d{1,15}$/.test(id)) {
    return (
      <div className={classes.page}>
        <h1 className={classes.title}>{t('p2p.orders.title')}</h1>
        <section className={classes.card}>
          <EmptyState text={t('errors.escrow_unknown')}>{back}</EmptyState>
        </section>
      </div>
    );
  }
  return (
    <OrderView
      key={id}
      id={Number(id)}
      back={back}
      onOther={(other) => void navigate({ to: '/legalIndex/orderdetail', search: { id: String(other) } })}
    />
  );
}

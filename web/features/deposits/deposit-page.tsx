import { currencyProtocols } from '@bourse/contract/chains';
import { depositWallet, ownDeposits } from '@bourse/contract/deposits';
import { accountList } from '@bourse/contract/wallet';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ErrorState, LoadingRoom, SkeletonRows } from '../../ui/states.tsx';
import { useTopupOpen } from '../topup/index.ts';
import { MovementTable, useMovements } from '../wallet/index.ts';
import { DepositAddressCard } from './deposit-address-card.tsx';
import { FindDeposit } from './find-deposit.tsx';
import classes from '../../ui/wallet.module.css';

/** The address for deposits of a currency, and the deposits with their confirmations. */
export function DepositPage() {
  const { t } = useTranslation();
  const offersTopups = useTopupOpen();
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('shell.depositCoins')}</h1>
        <p className={classes.lead}>{t('wallet.depositLead')}</p>
        {offersTopups && (
          <Link to="/assets/topup" className={classes.link}>
            {t('shell.topup')}
          </Link>
        )}
      </header>
      <section className={classes.card} aria-label={t('shell.depositCoins')}>
        <Choice />
      </section>
      <Deposits />
    </div>
  );
}

/** Chooses the currency of the address bar and one of its networks. */
function Choice() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/assets/deposit' });
  const navigate = useNavigate();
  const accounts = useRead(accountList, {});
  const protocols = useRead(currencyProtocols, {});
  const [network, setNetwork] = useState<string | null>(null);
  const currencies = accounts.data?.data[0]?.accounts ?? [];
  const currency =
    currencies.find(({ currency_code: code }) => code === search.currency) ??
    currencies.find(({ currency_code: code }) => code === 'USDT');
  if (accounts.data === undefined || protocols.data === undefined || currency === undefined) {
    if (accounts.isError || protocols.isError) {
      return (
        <ErrorState
          onRetry={() => {
            void accounts.refetch();
            void protocols.refetch();
          }}
        />
      );
    }
    return (
      <LoadingRoom>
        <SkeletonRows count={4} height={82} />
      </LoadingRoom>
    );
  }
  const own = protocols.data.data.filter(({ currency_id: id }) => id === currency.currency_id);
  const open = own.filter(({ open_recharge: isOpen }) => isOpen === 1);
  const chosen = open.find(({ id }) => String(id) === network) ?? open[0];
  return (
    <div className={classes.columns}>
      <div className={classes.form}>
        <SelectField
          large
          label={t('assets.currency')}
          value={currency.currency_code}
          options={currencies.map(({ currency_code: code }) => ({ id: code, name: code }))}
          onChange={(code) => void navigate({ to: '/assets/deposit', search: { currency: code }, replace: true })}
        />
        {chosen !== undefined && (
          <SelectField
            large
            label={t('wallet.network')}
            value={String(chosen.id)}
            options={open.map(({ chain_protocol: chain, id }) => ({
              id: String(id),
              name: `${chain.code} · ${chain.name}`,
            }))}
            onChange={setNetwork}
          />
        )}
        {own.length > open.length && (
          <p className={classes.lead}>
            {t('wallet.closedNetworks', {
              networks: own
                .filter((one) => !open.includes(one))
                .map(({ chain_protocol: { code } }) => code)
                .join(', '),
            })}
          </p>
        )}
        {chosen === undefined ? (
          <p className={classes.note}>{t('assets.why.depositClosed', { currency: currency.currency_code })}</p>
        ) : (
          <DepositAddressCard key={chosen.id} protocol={chosen} />
        )}
      </div>
      {chosen !== undefined && <FindDeposit protocol={chosen.id} />}
    </div>
  );
}

function Deposits() {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useRead(ownDeposits, { page }, { keepPrevious: true });
  useMovements('deposit', [ownDeposits.path, depositWallet.path]);
  return (
    <section className={classes.card} aria-labelledby="deposits">
      <h2 id="deposits" className={classes.subtitle}>
        {t('wallet.deposits')}
      </h2>
      <MovementTable
        caption={t('wallet.deposits')}
        rows={data?.data.data}
        failed={isError}
        onRetry={() => void refetch()}
        empty={t('wallet.noDeposits')}
      />
      {data !== undefined && <PageButtons page={page} pages={data.data.last_page} onChange={setPage} />}
    </section>
  );
}

import { withdrawalAddressList } from '@bourse/contract/addresses';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRead } from '../../live/read.ts';
import { AddressForm } from './address-form.tsx';
import { SavedAddresses } from './saved-addresses.tsx';
import classes from '../../ui/wallet.module.css';

const currency = 'USDT';

/** The withdrawal addresses of USDT, which most users need first. */
export function EditAddressPage() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useRead(withdrawalAddressList, {});
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('addresses.edit', { currency })}</h1>
        <p className={classes.lead}>{t('addresses.lead')}</p>
      </header>
      <section className={classes.card} aria-labelledby="new-address">
        <h2 id="new-address" className={classes.subtitle}>
          {t('addresses.add')}
        </h2>
        <AddressForm currency={currency} />
      </section>
      <section className={classes.card} aria-labelledby="own-addresses">
        <div className={classes.head}>
          <h2 id="own-addresses" className={classes.subtitle}>
            {t('addresses.saved')}
          </h2>
          <Link to="/assets/bindAddr" className={classes.link}>
            {t('addresses.all')}
          </Link>
        </div>
        <SavedAddresses
          rows={data?.data.addresses.filter(({ currency_code: code }) => code === currency)}
          failed={isError}
          onRetry={() => void refetch()}
        />
      </section>
    </div>
  );
}

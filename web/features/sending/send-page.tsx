import type { SentCoins } from '@bourse/contract/sending';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ReceiptDialog } from './receipt-dialog.tsx';
import { ReceiveCard } from './receive-card.tsx';
import { SendForm } from './send-form.tsx';
import { SentList } from './sent-list.tsx';
import classes from '../../ui/wallet.module.css';

/** Sends coins to another user, shows how to receive them, and lists both. */
export function SendPage() {
  const { t } = useTranslation();
  const [shown, setShown] = useState<SentCoins | null>(null);
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>{t('shell.sendCoins')}</h1>
        <p className={classes.lead}>{t('sending.lead')}</p>
      </header>
      <section className={classes.card} aria-label={t('shell.sendCoins')}>
        <SendForm onSent={setShown} />
      </section>
      <ReceiveCard />
      <SentList onShow={setShown} />
      <ReceiptDialog row={shown} onClose={() => setShown(null)} />
    </div>
  );
}

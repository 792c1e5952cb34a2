import type { LegalInfo } from '@bourse/contract/p2p';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { requestedPart } from '../../ui/requested-part.ts';
import classes from './p2p.module.css';

const BlocksDialog = requestedPart(
  async () => (await import('./blocks-dialog.tsx')).BlocksDialog,
  ({ onClose }) => onClose(),
);

interface P2pHeadProps {
  readonly title: string;
  readonly page: 'hall' | 'orders';
  readonly info: LegalInfo | undefined;
}

/** The title of a page of fiat trading, the way to the other one, and the banner of a demo. */
export function P2pHead({ title, page, info }: P2pHeadProps) {
  const { t } = useTranslation();
  const token = useSessionToken();
  const [isListing, setListing] = useState(false);
  return (
    <>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        <nav className={classes.links} aria-label={t('shell.legal')}>
          {page === 'hall' ? (
            <Link to="/legalIndex/orders" className={classes.link}>
              {t('p2p.orders.title')}
            </Link>
          ) : (
            <Link to="/legalIndex/legal" className={classes.link}>
              {t('p2p.orders.toHall')}
            </Link>
          )}
          {token !== null && (
            <button type="button" className={classes.link} aria-haspopup="dialog" onClick={() => setListing(true)}>
              {t('p2p.block.list')}
            </button>
          )}
        </nav>
      </header>
      {info?.demo === 1 && <DemoBanner />}
      {isListing && (
        <Suspense fallback={null}>
          <BlocksDialog onClose={() => setListing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Says that a demo moves no real money. */
export function DemoBanner() {
  const { t } = useTranslation();
  return (
    <p className={classes.banner}>
      <b>{t('p2p.demo')}</b> {t('p2p.demoMerchants')}
    </p>
  );
}

import { type LegalAd, type LegalMerchant, type LegalRating, legalUnblock } from '@bourse/contract/p2p';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionToken } from '../../live/read.ts';
import { Button } from '../../ui/button.tsx';
import { noFigure } from '../../ui/figures.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { ErrorState, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { BlockDialog } from './block-dialog.tsx';
import { useMerchant, useP2pAction } from './p2p-reads.ts';
import { ReportDialog } from './report-dialog.tsx';
import classes from './p2p.module.css';

interface ProfileDialogProps {
  /** The id of the user. */
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** The profile of a trader: certifications, figures, ratings and open ads. */
export function ProfileDialog({ id, name, onClose }: ProfileDialogProps) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useMerchant(id);
  return (
    <Sheet title={t('p2p.profile.of', { name })} from="centre" opened onClose={onClose}>
      <div className={classes.sheet}>
        {data === undefined && isError && <ErrorState onRetry={() => void refetch()} />}
        {data === undefined && !isError && <SkeletonRows count={12} height={28} />}
        {data !== undefined && (
          <>
            {isError && <StaleNote />}
            <Figures merchant={data.data} />
            <Ratings ratings={data.data.ratings} />
            <Ads ads={data.data.ads} onLeave={onClose} />
            <Relation merchant={data.data} />
          </>
        )}
      </div>
    </Sheet>
  );
}

function Figures({ merchant }: { readonly merchant: LegalMerchant }) {
  const { t } = useTranslation();
  const figures = useFigures();
  const count = (value: number): string => figures.trimmed(String(value), 0);
  const certified = (flag: 0 | 1): string => t(flag === 1 ? 'p2p.profile.certified' : 'p2p.profile.notCertified');
  const minutes = (value: string | null): string =>
    value === null ? noFigure : t('p2p.minutes', { minutes: figures.trimmed(value, 1) });
  const { completion_rate: rate, level, pay_minutes: payTime, release_minutes: releaseTime } = merchant;
  const rows: readonly (readonly [label: string, value: string])[] = [
    [t('p2p.orders.state'), t(merchant.online === 1 ? 'p2p.online' : 'p2p.offline')],
    [t('p2p.profile.registered'), figures.dateTime(merchant.registered_at).slice(0, 10)],
    [t('p2p.profile.phone'), certified(merchant.phone)],
    [t('p2p.profile.realName'), certified(merchant.real_name)],
    [
      t('p2p.profile.advanced'),
      level === null
        ? certified(merchant.advanced)
        : `${certified(merchant.advanced)} · ${t('p2p.profile.level', { level })}`,
    ],
    [t('p2p.profile.fiats'), merchant.fiats.length === 0 ? noFigure : merchant.fiats.join(', ')],
    [t('p2p.profile.total'), count(merchant.orders)],
    [t('p2p.profile.month'), count(merchant.orders_30d)],
    [t('p2p.profile.completed'), count(merchant.completed)],
    [t('p2p.profile.rate'), rate === null ? noFigure : figures.percent(rate, 1)],
    [t('p2p.profile.payTime'), minutes(payTime)],
    [t('p2p.profile.releaseTime'), minutes(releaseTime)],
    [
      t('p2p.profile.ratings'),
      `${t('p2p.profile.good', { ratings: count(merchant.good) })} · ${t('p2p.profile.bad', { ratings: count(merchant.bad) })}`,
    ],
  ];
  return (
    <dl className={classes.facts} aria-label={t('p2p.profile.title')}>
      {rows.map(([label, value]) => (
        <Fact key={label} label={label} value={value} />
      ))}
    </dl>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="figures">{value}</dd>
    </>
  );
}

function Ratings({ ratings }: { readonly ratings: readonly LegalRating[] }) {
  const { t } = useTranslation();
  const figures = useFigures();
  return (
    <section aria-label={t('p2p.profile.ratings')}>
      <h3 className={classes.subtitle}>{t('p2p.profile.ratings')}</h3>
      {ratings.length === 0 && <p className={classes.quiet}>{t('p2p.profile.noRatings')}</p>}
      <ul className={classes.list}>
        {ratings.map(({ created_at: createdAt, good, text }) => (
          <li key={`${createdAt} ${text}`}>
            <span className={classes.prose}>
              <b>{t(good === 1 ? 'escrow.rateGood' : 'escrow.rateBad')}</b> {text}
            </span>
            <time className={classes.quiet} dateTime={new Date(createdAt).toISOString()}>
              {figures.dateTime(createdAt).slice(0, 10)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ads({ ads, onLeave }: { readonly ads: readonly LegalAd[]; readonly onLeave: () => void }) {
  const { t } = useTranslation();
  const amount = useAmount();
  return (
    <section aria-label={t('p2p.profile.ads')}>
      <h3 className={classes.subtitle}>{t('p2p.profile.ads')}</h3>
      {ads.length === 0 && <p className={classes.quiet}>{t('p2p.profile.noAds')}</p>}
      <ul className={classes.list}>
        {ads.map(({ currency: { code }, fiat, id, max, min, price, side }) => (
          <li key={id}>
            <Link
              to="/legalIndex/legal"
              search={{ coin: code, fiat, ...(side === 'sell' ? { side } : {}) }}
              className={classes.link}
              onClick={onLeave}
            >
              {t(side === 'buy' ? 'p2p.buyCoin' : 'p2p.sellCoin', { currency: code })}
            </Link>
            <span className="figures">{price === null ? noFigure : amount(price, fiat)}</span>
            <span className={classes.quiet}>{`${amount(min, fiat)} – ${amount(max, fiat)}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Blocks, unblocks or reports the trader. */
function Relation({ merchant: { blocked, id, name } }: { readonly merchant: LegalMerchant }) {
  const { t } = useTranslation();
  const token = useSessionToken();
  const [opened, open] = useState<'block' | 'report' | null>(null);
  const { refetch } = useMerchant(id);
  const unblock = useP2pAction(legalUnblock, () => void refetch());
  const close = (): void => open(null);
  if (token === null) return null;
  return (
    <>
      <div className={classes.row}>
        {blocked === 1 ? (
          <Button look="plain" aria-disabled={unblock.busy} onClick={() => unblock.run({ id })}>
            {t('p2p.block.undo')}
          </Button>
        ) : (
          <Button look="plain" onClick={() => open('block')}>
            {t('p2p.block.action')}
          </Button>
        )}
        <Button look="plain" onClick={() => open('report')}>
          {t('p2p.report.action')}
        </Button>
      </div>
      <p className={classes.refusal} role="alert">
        {unblock.refusal}
      </p>
      {opened === 'block' && <BlockDialog id={id} name={name} onClose={close} />}
      {opened === 'report' && <ReportDialog subject="trader" id={id} name={name} onClose={close} />}
    </>
  );
}

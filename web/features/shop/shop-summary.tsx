import { shopPause, type ShopInfo } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { compareDecimals } from '../../live/decimal.ts';
import { Button } from '../../ui/button.tsx';
import { noFigure } from '../../ui/figures.ts';
import { useAmount } from '../../ui/use-amount.ts';
import { useFigures } from '../../ui/use-figures.ts';
import { Card, Facts } from './card.tsx';
import { LeaveButton } from './leave-button.tsx';
import { nextLevel } from './next-level.ts';
import { useShopAction } from './shop-reads.ts';
import { MerchantMark } from './state-mark.tsx';
import classes from './shop.module.css';

interface ShopProps {
  readonly shop: ShopInfo;
}

/** The state of a shop, its level, its figures, and the switch that pauses all ads. */
export function ShopSummary({ shop }: ShopProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const { bond, state } = shop;
  return (
    <Card title={shop.name} note={state !== 'none' && <MerchantMark state={state} />}>
      <Notices shop={shop} />
      <div className={classes.columns}>
        <Level shop={shop} />
        <Month shop={shop} />
      </div>
      <Facts facts={[[t('shop.bond'), amount(bond.held, bond.currency.code)]]} />
      {state !== 'leaving' && (
        <div className={classes.buttons}>
          {state === 'approved' && <Pause isPaused={shop.paused === 1} />}
          <LeaveButton />
        </div>
      )}
    </Card>
  );
}

function Notices({ shop: { bond, paused, state, words } }: ShopProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const isMissing = state === 'approved' && compareDecimals(bond.held, bond.needed) < 0;
  return (
    <>
      {state === 'suspended' && <p className={classes.notice}>{t('shop.suspendedText')}</p>}
      {state === 'suspended' && words !== '' && <p className={classes.words}>{words}</p>}
      {state === 'leaving' && bond.returned_at !== null && (
        <p className={classes.notice}>{t('shop.leavingText', { time: figures.dateTime(bond.returned_at) })}</p>
      )}
      {state === 'approved' && paused === 1 && <p className={classes.notice}>{t('shop.paused')}</p>}
      {isMissing && <p className={classes.notice}>{t('shop.bondMissing')}</p>}
    </>
  );
}

function Level({ shop }: ShopProps) {
  const { t } = useTranslation();
  const amount = useAmount();
  const figures = useFigures();
  const next = nextLevel(shop.level);
  return (
    <div className={classes.part}>
      <h3 className={classes.partTitle}>
        {t('shop.level')} <span className="figures">{shop.level ?? noFigure}</span>
      </h3>
      <p>{t('shop.levels.ads', { ads: shop.ads_open, maximum: shop.ads_maximum })}</p>
      <p>{t('shop.levels.order', { amount: amount(shop.order_maximum_usd, 'USD') })}</p>
      {next !== null && (
        <p className={classes.quiet}>
          {t('shop.levels.next', {
            level: next.level,
            orders: figures.trimmed(String(next.orders), 0),
            rate: figures.percent(String(next.completionPercent), 0),
          })}
        </p>
      )}
    </div>
  );
}

function Month({ shop }: ShopProps) {
  const { t } = useTranslation();
  const figures = useFigures();
  const { completion_rate: rate, release_minutes: minutes } = shop;
  return (
    <div className={classes.part}>
      <h3 className={classes.partTitle}>{t('shop.figures')}</h3>
      <Facts
        facts={[
          [t('p2p.profile.month'), figures.trimmed(String(shop.orders_30d), 0)],
          [t('p2p.profile.rate'), rate === null ? noFigure : figures.percent(rate, 2)],
          [
            t('p2p.profile.releaseTime'),
            minutes === null ? noFigure : t('p2p.minutes', { minutes: figures.trimmed(minutes, 1) }),
          ],
          [
            t('p2p.profile.ratings'),
            `${t('p2p.profile.good', { ratings: shop.good })} · ${t('p2p.profile.bad', { ratings: shop.bad })}`,
          ],
        ]}
      />
    </div>
  );
}

function Pause({ isPaused }: { readonly isPaused: boolean }) {
  const { t } = useTranslation();
  const pause = useShopAction(shopPause, () => undefined);
  return (
    <>
      <Button
        look={isPaused ? 'accent' : 'plain'}
        aria-busy={pause.busy}
        aria-disabled={pause.busy}
        onClick={() => {
          if (!pause.busy) pause.run({ on: isPaused ? 0 : 1 });
        }}
      >
        {isPaused ? t('shop.resume') : t('shop.pause')}
      </Button>
      <p className={classes.refusal} role="alert">
        {pause.refusal}
      </p>
    </>
  );
}

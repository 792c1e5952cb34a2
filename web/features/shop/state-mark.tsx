import type { AdState, MerchantState, ShopAd } from '@bourse/contract/p2p';
import { useTranslation } from 'react-i18next';
import { opensItself } from './ad-state.ts';
import classes from './shop.module.css';

type ShownState = Exclude<MerchantState, 'none'>;

/** The state of a merchant in words; its colour only repeats them. */
export function MerchantMark({ state }: { readonly state: ShownState }) {
  const { t } = useTranslation();
  return (
    <span className={classes.mark} data-tone={merchantTones[state]}>
      {t(`shop.states.${state}`)}
    </span>
  );
}

/** The state of an ad, why it is suspended, and whether it opens by itself. */
export function AdMark({ ad }: { readonly ad: ShopAd }) {
  const { t } = useTranslation();
  return (
    <span className={classes.state}>
      <span className={classes.mark} data-tone={adTones[ad.state]}>
        {t(`shop.adStates.${ad.state}`)}
      </span>
      {ad.suspended_by !== null && <span className={classes.below}>{t(`shop.suspensions.${ad.suspended_by}`)}</span>}
      {opensItself(ad) && <span className={classes.below}>{t('shop.autoOpen')}</span>}
    </span>
  );
}

const merchantTones = {
  pending: 'warning',
  approved: 'good',
  rejected: 'bad',
  suspended: 'bad',
  leaving: 'quiet',
  left: 'quiet',
} as const satisfies Record<ShownState, string>;

const adTones = { open: 'good', suspended: 'warning', off_shelf: 'quiet' } as const satisfies Record<AdState, string>;

import { type ShopAd, shopAdAdd, shopAdEdit } from '@bourse/contract/p2p';
import type { AdDraft, AdJudgement } from './ad-draft.ts';
import { useShopAction } from './shop-reads.ts';

interface AdSaving {
  readonly run: (ad: ShopAd | null, draft: AdDraft, terms: NonNullable<AdJudgement['terms']>) => void;
  readonly busy: boolean;
  readonly refusal: string | null;
  readonly reset: () => void;
}

/** Publishes an ad, or saves the terms of one. */
export function useAdSaving(onDone: () => void): AdSaving {
  const adding = useShopAction(shopAdAdd, onDone);
  const editing = useShopAction(shopAdEdit, onDone);
  return {
    run: (ad, { currencyId, fiat, side }, terms) => {
      if (ad === null) adding.run({ side, currency_id: currencyId, fiat, ...terms });
      else editing.run({ id: ad.id, ...terms });
    },
    busy: adding.busy || editing.busy,
    refusal: adding.refusal ?? editing.refusal,
    reset: () => {
      adding.reset();
      editing.reset();
    },
  };
}

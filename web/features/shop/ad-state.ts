import type { ShopAd } from '@bourse/contract/p2p';

/** The next step of a suspended ad's owner: to open it, to change its terms, or to wait until the reason is over. */
export type AdStep = 'open' | 'edit' | 'wait';

/** The step for a suspended ad; null for any other. */
export function stepOf({ state, suspended_by: reason }: Pick<ShopAd, 'state' | 'suspended_by'>): AdStep | null {
  if (state !== 'suspended' || reason === null) return null;
  switch (reason) {
    case 'merchant':
      return 'open';
    case 'left':
    case 'price':
      return 'edit';
    case 'rate':
    case 'offline':
    case 'cancels':
    case 'bond':
    case 'account':
    case 'staff':
      return 'wait';
  }
}

/** Whether the ad opens by itself once the reason of its suspension is over. */
export function opensItself({ auto_open: auto, state, suspended_by: reason }: ShopAd): boolean {
  return state === 'suspended' && auto === 1 && reason !== 'merchant' && reason !== 'staff';
}

/** Whether its owner can try to open it. The server refuses while the reason lasts. */
export function mayOpen(ad: ShopAd): boolean {
  if (ad.state !== 'suspended' || opensItself(ad)) return false;
  return ad.suspended_by !== 'staff' && ad.suspended_by !== 'account';
}

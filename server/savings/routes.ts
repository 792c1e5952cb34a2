import {
  lockSavings,
  ownSavings,
  redeemSavings,
  savingsLog,
  savingsProducts,
  savingsSetting,
} from '@bourse/contract/savings';
import { done, type Gateway, pageOf, readPaging, refused } from '../gateway/index.ts';

/** Serves fixed-term deposits. There are no products yet, and so no deposits. */
export function registerSavings(gateway: Gateway): void {
  gateway.visitor(savingsProducts, () => done([]));
  gateway.visitor(savingsSetting, () => done([]));
  gateway.member(lockSavings, () => refused('product_unknown'));
  gateway.member(redeemSavings, () => refused('deposit_unknown'));
  gateway.member(ownSavings, (input) => {
    const paging = readPaging(input);
    return paging.ok ? done(pageOf([], 0, paging)) : paging;
  });
  gateway.member(savingsLog, (input) => {
    const paging = readPaging(input);
    return paging.ok ? done(pageOf([], 0, paging)) : paging;
  });
}

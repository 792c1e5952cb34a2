import { configureSavingsProduct } from './configure-product.ts';
import { lockSavings } from './lock-savings.ts';
import { redeemSavings } from './redeem-savings.ts';

export const savingsHandlers = {
  configure_savings_product: configureSavingsProduct,
  lock_savings: lockSavings,
  redeem_savings: redeemSavings,
};

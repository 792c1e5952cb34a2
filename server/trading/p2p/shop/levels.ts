import { merchantLevels } from '@bourse/contract/p2p';

export type MerchantLevel = (typeof merchantLevels)[number];

/** The level with a number. */
export function levelOf(number: number): MerchantLevel {
  return merchantLevels.findLast(({ level }) => level <= number) ?? merchantLevels[0];
}

/** The level that a merchant with these figures of the last 30 days has. */
export function levelFor(orders: number, completed: number): MerchantLevel {
  const reached = merchantLevels.findLast(
    (level) => orders >= level.orders && completed * 100 >= orders * level.completionPercent,
  );
  return reached ?? merchantLevels[0];
}

import type { ListMarket } from '../command.ts';

/** What markets had that were listed before these settings could be chosen; journals and snapshots from then do not name them. */
export const earlierSettings = { marketSlippagePpm: 20_000, priceBandPpm: null } as const satisfies Partial<ListMarket>;

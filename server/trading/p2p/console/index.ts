import { registerAdConsole } from './ads.ts';
import { registerBondConsole } from './bonds.ts';
import { registerFigureConsole } from './figures.ts';
import { registerMerchantConsole } from './merchants.ts';
import type { P2pConsoleParts } from './parts.ts';
import { registerRateConsole } from './rates.ts';
import { registerReportConsole } from './reports.ts';

export { decideMerchant } from './merchants.ts';
export { watchShops } from './watch.ts';
export type { P2pConsoleParts } from './parts.ts';

/** Serves shops, bonds, reports and rates to the operators' console. Orders and appeals have calls of their own. */
export function registerShopConsole(parts: P2pConsoleParts): void {
  registerFigureConsole(parts);
  registerMerchantConsole(parts);
  registerAdConsole(parts);
  registerBondConsole(parts);
  registerReportConsole(parts);
  registerRateConsole(parts);
}

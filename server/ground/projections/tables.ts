import { accountLogTable } from './account-log.ts';
import { candlesTable } from './candles.ts';
import { commissionsTable } from './commissions.ts';
import { creditsTable } from './credits.ts';
import { currenciesTable } from './currencies.ts';
import { escrowsTable } from './escrows.ts';
import { holdsTable } from './holds.ts';
import { indexConfigurationsTable } from './index-configurations.ts';
import { indexTicksTable } from './index-ticks.ts';
import { leverClaimPaymentsTable } from './lever-claim-payments.ts';
import { leverLiquidationsTable } from './lever-liquidations.ts';
import { leverPositionsTable } from './lever-positions.ts';
import { marketsTable } from './markets.ts';
import { offersTable } from './offers.ts';
import { ordersTable } from './orders.ts';
import { outsideCreditsTable } from './outside-credits.ts';
import { savingsDepositsTable } from './savings-deposits.ts';
import { secondsContractsTable } from './seconds-contracts.ts';
import { settingsLogTable } from './settings-log.ts';
import type { ReadRowOf } from './table.ts';
import { tradesTable } from './trades.ts';
import { venueTransfersTable } from './venue-transfers.ts';

/** Every projected table, in the order of the statement that commits a batch. */
export const projectedTables = [
  currenciesTable,
  marketsTable,
  ordersTable,
  tradesTable,
  candlesTable,
  accountLogTable,
  holdsTable,
  venueTransfersTable,
  outsideCreditsTable,
  indexConfigurationsTable,
  indexTicksTable,
  settingsLogTable,
  savingsDepositsTable,
  creditsTable,
  leverPositionsTable,
  leverLiquidationsTable,
  leverClaimPaymentsTable,
  secondsContractsTable,
  escrowsTable,
  offersTable,
  commissionsTable,
] as const;

type Declared = (typeof projectedTables)[number];
export type TableName = Declared['name'];

/** The rows of every projected table, as a query returns them. */
export type ProjectedRows = { readonly [Of in Declared as Of['name']]: ReadRowOf<Of['columns']> };

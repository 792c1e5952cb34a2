import { exportCalls } from '@bourse/contract/console';
import { csvLine } from '../../../ground/gateway/index.ts';
import {
  accountLogTable,
  type ExportedTable,
  type ExportSources,
  ordersTable,
  tradesTable,
  usersTable,
  venueTransfersTable,
} from './exported-tables.ts';
import type { ConsoleFile } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export type ExportRouteParts = ExportSources & With<'console'>;

/** Serves the tables of the exchange as files. */
export function registerExports(parts: ExportRouteParts): void {
  const { console } = parts;
  console.file(exportCalls.exportTrades, (input) => fileOf('trades', tradesTable(parts, input)));
  console.file(exportCalls.exportOrders, (input) => fileOf('orders', ordersTable(parts, input)));
  console.file(exportCalls.exportAccountLog, (input) => fileOf('account-log', accountLogTable(parts, input, 'users')));
  console.file(exportCalls.exportFees, (input) => fileOf('fees', accountLogTable(parts, input, 'fees')));
  console.file(exportCalls.exportVenueTransfers, (input) =>
    fileOf('venue-transfers', venueTransfersTable(parts, input)),
  );
  console.file(exportCalls.exportUsers, (input) => fileOf('users', usersTable(parts, input)));
}

function fileOf(id: string, table: ExportedTable): ConsoleFile {
  return { ok: true, name: `${id}.csv`, subject: { kind: 'export', id }, lines: linesOf(table) };
}

async function* linesOf({ columns, rows }: ExportedTable): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const row of rows) yield csvLine(row);
}

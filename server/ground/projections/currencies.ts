import type { Currency } from '@bourse/engine';
import { projectedTable } from './table.ts';
import type { RowOf } from './table.ts';

const columns = { id: 'integer', code: 'text', decimals: 'smallint' } as const;

export const currenciesTable = projectedTable({
  name: 'currencies',
  columns,
  key: ['id'],
  scope: { recovered: (exchange) => [...exchange.currencies()].map(currencyRow) },
  rows: { currency_listed: currencyRow },
});

function currencyRow(listed: Currency): RowOf<typeof columns> {
  return { id: listed.currency, code: listed.code, decimals: listed.decimals };
}

import type { ReactNode } from 'react';
import type { ConsoleColumn } from './column.ts';
import { Amount, Figure, Time } from './figures.tsx';

/** A column whose cells show more than text. */
export function shownColumn<Row>(
  column: Omit<ConsoleColumn<Row>, 'cell'>,
  show: (row: Row) => ReactNode,
): ConsoleColumn<Row> {
  return { ...column, cell: show };
}

/** A column of times in epoch milliseconds. */
export function timeColumn<Row>(id: string, head: string, timeOf: (row: Row) => number): ConsoleColumn<Row> {
  const text = (row: Row): string => new Date(timeOf(row)).toISOString();
  return shownColumn({ id, head, text, width: 180 }, (row) => <Time at={timeOf(row)} only="absolute" />);
}

/** A column of decimals, with exactly this many decimals if given. */
export function figureColumn<Row>(
  id: string,
  head: string,
  text: (row: Row) => string,
  decimals?: number,
): ConsoleColumn<Row> {
  return shownColumn({ id, head, text, width: 130, figure: true }, (row) => (
    <Figure value={text(row)} {...(decimals === undefined ? {} : { decimals })} />
  ));
}

/** A column of ids, which are never grouped. */
export function idColumn<Row>(id: string, head: string, idOf: (row: Row) => number): ConsoleColumn<Row> {
  return { id, head, text: (row) => String(idOf(row)), width: 110, figure: true };
}

/** A column of amounts in different currencies. */
export function amountColumn<Row>(
  id: string,
  head: string,
  amountOf: (row: Row) => readonly [amount: string, currency: string],
): ConsoleColumn<Row> {
  return shownColumn({ id, head, text: (row) => amountOf(row).join(' '), width: 150, figure: true }, (row) => {
    const [value, currency] = amountOf(row);
    return <Amount value={value} currency={currency} />;
  });
}

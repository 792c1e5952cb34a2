export type { Pair } from './account-log.ts';
export { columnArray } from './column-array.ts';
export { firstDemoTrader, lastDemoTrader } from './demo-trader.ts';
export { BatchProjection, projectedTables } from './project-batch.ts';
export type { Decided, ProjectedRows } from './project-batch.ts';
export { isArrayType, sqlType } from './table.ts';
export type { ColumnType, ColumnValue } from './table.ts';

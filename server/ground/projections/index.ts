export { columnArray } from './column-array.ts';
export { isArrayType, sqlType } from './column.ts';
export { Projector, recoveredRows } from './projector.ts';
export type { BatchRows, TableRows } from './projector.ts';
export type { ProjectedTable } from './table.ts';
export { projectedTables } from './tables.ts';
export type { ProjectedRows, TableName } from './tables.ts';

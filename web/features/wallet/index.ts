export { MovementTable } from './movement-table.tsx';
export { useMovements } from './use-movements.ts';

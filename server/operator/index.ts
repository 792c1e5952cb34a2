export { isRole, Operators } from './operators.ts';
export { standingOf } from './standing.ts';
export { registerOperator } from './routes.ts';

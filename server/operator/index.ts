export { isRole, Operators, roles } from './operators.ts';
export { registerOperator } from './routes.ts';

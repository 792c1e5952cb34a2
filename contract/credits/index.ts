export { type Debt, Outflow, Repayment, outflow, repayDebt } from './calls.ts';

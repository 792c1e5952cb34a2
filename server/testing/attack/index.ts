export { attack, type AttackReport, type Inspection, type Target } from './attack.ts';
export { declaredCalls } from './declared.ts';
export { describeAttack, faultsOf, unreached } from './describe.ts';

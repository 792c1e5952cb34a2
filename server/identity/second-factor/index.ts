export { openSecondFactors, type OpenSecondFactors } from './open-second-factors.ts';
export { resetDueFactors } from './reset-due-factors.ts';
export { registerSecondFactor } from './routes.ts';

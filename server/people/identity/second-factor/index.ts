export { openSecondFactors, type OpenSecondFactors } from './open-second-factors.ts';
export { registerSecondFactor } from './routes.ts';

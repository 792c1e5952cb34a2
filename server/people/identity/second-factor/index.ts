export { openSecondFactors, type OpenSecondFactors } from './open-second-factors.ts';
export type { ResetEffects } from './factor-resets.ts';
export { registerSecondFactor } from './routes.ts';

import { optionalPart } from '../../ui/optional-part.ts';

/** The settings of the second factor, whose script is loaded when they are first shown. */
export const SecondFactorSettings = optionalPart(
  async () => (await import('./second-factor-settings.tsx')).SecondFactorSettings,
);

export { FactorForm, type GivenFactor } from './factor-form.tsx';
export { methodsRequired } from './factor-methods.ts';
export { answerOfPasskey, offersPasskeys, PasskeyDeclined } from './passkeys.ts';
export { SecondFactorSettings } from './second-factor-settings-later.ts';
export { type SecondFactorProof, useSecondFactor } from './use-second-factor.tsx';

export { appUri, newAppSecret, stepOf, stepOfPair } from './one-time-password.ts';
export { newRecoveryCodes, plainRecoveryCode } from './recovery-codes.ts';
export { typedFactor } from './typed-factor.ts';
export { type BoxFor, boxesOf, deriveKey, SecretBox } from './secret-box.ts';

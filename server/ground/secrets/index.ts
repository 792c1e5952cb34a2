export { appUri, newAppSecret, stepOf, stepOfPair } from './one-time-password.ts';
export { newRecoveryCodes, plainRecoveryCode } from './recovery-codes.ts';
export { typedFactor } from './typed-factor.ts';
export {
  type BoxFor,
  boxesOf,
  type BoxPurposes,
  keyIdOf,
  purposesOf,
  sealedPrefix,
  SecretBox,
  type Secrets,
} from './secret-box.ts';

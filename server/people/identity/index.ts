export { identity } from './capability.ts';
export { isWeakStaffPassword } from './account-rules.ts';
export { areas } from './areas.ts';
export { newFreezeToken } from './freeze-links.ts';
export { nameDevice } from './device-name.ts';
export { maskedAccount } from './invitations.ts';
export { shownDeviceId } from './device-keys.ts';
export { LoginGuard } from './login-guard.ts';
export { Passwords } from './passwords.ts';
export type { OpenProofs } from './proofs/open-proofs.ts';
export type {
  GivenFactor,
  PayPasswords,
  Proofs,
  SecondFactors,
  SecurityCodes,
  WithdrawalCodes,
} from './proofs/ports.ts';
export type { OpenSecondFactors } from './second-factor/index.ts';
export { Sessions } from './sessions.ts';
export { standingOf } from './standing.ts';
export { networksOf, settingGroups, siteDefaultsOf, siteSettings, type SiteSettings } from './site-settings.ts';
export {
  defaultVersion,
  isSettingName,
  isValueOf,
  LiveSettings,
  lockSetting,
  readStoredSettings,
  type SettingName,
  writeSetting,
} from './live-settings.ts';

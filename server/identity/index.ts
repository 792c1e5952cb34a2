export { identity } from './capability.ts';
export { emailKey } from './account-rules.ts';
export { DeviceKeys } from './device-keys.ts';
export { Devices } from './devices.ts';
export { LoginCodes } from './login-codes.ts';
export { addressBook } from './login-name.ts';
export { Passwords } from './passwords.ts';
export { Sessions } from './sessions.ts';
export { readSiteSettings, siteDefaultsOf, type SiteSettings } from './site-settings.ts';

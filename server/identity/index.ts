export { emailKey } from './account-rules.ts';
export { LoginCodes } from './login-codes.ts';
export { addressBook } from './login-name.ts';
export { Passwords } from './passwords.ts';
export { registerIdentity } from './routes.ts';
export { sweepSessions } from './session-sweep.ts';
export { Sessions } from './sessions.ts';
export { readSiteSettings, type SiteSettings } from './site-settings.ts';

import { registerSettings, type SettingsParts } from './settings/routes.ts';

/** The parts of the console that belong to no other capability. */
export type OwnConsoleParts = SettingsParts;

/** Staff, approvals, the audit log and the site settings. */
export const operatorsConsole = {
  console: (parts: OwnConsoleParts): void => {
    registerSettings(parts);
  },
};

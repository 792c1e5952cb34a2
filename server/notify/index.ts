export type { CodeBinding, Codes } from './codes.ts';
export type { AddressBook, Channel, Contact } from './contact.ts';
export { type Notify, type NotifySettings, openNotify } from './notify.ts';
export { registerNotify } from './routes.ts';

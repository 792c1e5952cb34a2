export { notify } from './capability.ts';
export type { CodeBinding, Codes } from './codes.ts';
export type { AddressBook, Channel, Contact } from './contact.ts';
export type { MessageContent, OwnerEvent } from './message.ts';
export { sendingTerms, withdrawalTerms } from './code-terms.ts';
export { type Notify, type NotifySettings, openNotify } from './notify.ts';

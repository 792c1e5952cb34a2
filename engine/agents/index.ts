import type { Reader } from '../exchange.ts';
import type { Attachment } from './state.ts';

export { dayOf, highestSharePpm, shareOf, startOfDay } from './formulas.ts';
export { attachmentNumber } from './identifiers.ts';
export { AgentsState } from './state.ts';
export type { AttachmentNumber } from './commands.ts';
export type { DueCommission } from './state.ts';

/** The attachments that are open or have unpaid fees, by number, for `exchange.read`. */
export const attachments: Reader<readonly Attachment[]> = ({ agents }) => agents.attachments();

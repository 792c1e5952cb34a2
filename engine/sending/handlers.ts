import { send } from './send.ts';

export const sendingHandlers = { send };

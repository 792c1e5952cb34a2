import { configureConvert } from './configure-convert.ts';
import { convert } from './convert.ts';

export const convertHandlers = { configure_convert: configureConvert, convert };

export { Background, NextDue, type Work, type WorkState } from './background.ts';
export { EachAlone } from './each-alone.ts';
export { Unavailable } from './unavailable.ts';

export { Background, NextDue, type Work, type WorkState } from './background.ts';
export { Unavailable } from './unavailable.ts';

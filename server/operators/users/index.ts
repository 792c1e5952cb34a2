export { users } from './capability.ts';
export { knownUser, subjectOf } from './user-decisions.ts';

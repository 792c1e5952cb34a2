export {
  answered,
  changed,
  type ConsoleAnswer,
  type ConsoleFile,
  type ConsoleGateway,
  type ConsoleRefused,
  type Look,
  prepared,
  refusal,
  type StaffMember,
  type Subject,
} from './gateway/index.ts';

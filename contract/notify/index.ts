export {
  CodeSent,
  KeptMessage,
  codeLength,
  codeLifetimeSeconds,
  codePurpose,
  type CodePurpose,
  demoOutbox,
  longCodeLength,
  outboxLength,
  sendEmail,
  sendSms,
} from './calls.ts';

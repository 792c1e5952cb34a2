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
  sendBindCode,
  sendEmail,
  sendSms,
} from './calls.ts';

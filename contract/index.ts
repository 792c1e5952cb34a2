export {
  alsoAt,
  fileCall,
  imageCall,
  uploadCall,
  readCall,
  writeCall,
  moneyCall,
  type Call,
  type CallInput,
  type CallOutput,
  type RefusalOf,
  type SocketCall,
  type Upload,
} from './call.ts';
export type { Channel, MessageOf } from './channel.ts';
export {
  type Access,
  needsSession,
  type OperatorRole,
  operatorRoles,
  type Policy,
  policyOf,
  type RateClass,
  rateClasses,
} from './policy.ts';
export type { GeneralRefusal } from './refusals.ts';
export { conforms } from './conforms.ts';
export { code, header, Refusal, Success } from './envelope.ts';
export { ErrorKey, errorKeys, errorParameters } from './errors.ts';
export { type Topic, topics } from './topics.ts';
export { typedCode, withPlainDigits } from './typed-code.ts';
export { Decimal, DecimalInput, Flag, IntegerInput, Page, Way } from './values.ts';

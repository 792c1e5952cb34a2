export { answerOf, done, refused, type Answer, type Refused } from './answer.ts';
export { readDecimal } from './decimal-input.ts';
export { envelopeOf, type Envelope } from './envelope.ts';
export { SocketCalls } from './socket-calls.ts';
export { Gateway, type Caller, type Member } from './gateway.ts';
export { bearerToken, type Session, type SessionSource } from './session.ts';
export { createHttp, type Http, type Readiness } from './http.ts';
export { Front } from './front.ts';

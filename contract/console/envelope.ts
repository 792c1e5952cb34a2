import { Type } from 'typebox';
import { code } from '../envelope.ts';

/** The envelope of a refused call. The keys of refusals are declared with each call. */
export const ConsoleRefused = Type.Object({
  code: Type.Union([Type.Literal(code.refusal), Type.Literal(code.sessionEnded), Type.Literal(code.superseded)]),
  message: Type.String(),
  error: Type.String(),
  details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  /** Present only for an unexpected fault; the same id is in the server's log. */
  request_id: Type.Optional(Type.String()),
});

/** The envelope of a successful call, whose `data` each call declares. */
export const ConsoleAnswered = Type.Object({
  code: Type.Literal(code.success),
  /** Whether a request with this idempotency key was carried out before. */
  repeated: Type.Optional(Type.Boolean()),
});

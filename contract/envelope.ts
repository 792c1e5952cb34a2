import { Type, type Static, type TSchema } from 'typebox';
import { Sequence } from './values.ts';

/** Answer codes: 1 success, 0 refusal, 999 no live session, 996 superseded by a newer request of the same client. */
export const code = { success: 1, refusal: 0, sessionEnded: 999, superseded: 996 } as const;

/**
 * The envelope of a successful call. `sequence` is the journal sequence that `data` reflects. `repeated` is present if
 * a request with this `Idempotency-Key` was carried out before: nothing was executed, and this is the first answer
 * again.
 */
export function Success<Data extends TSchema>(data: Data) {
  const repeated = Type.Optional(Type.Literal(true));
  return Type.Object({ code: Type.Literal(code.success), message: Type.String(), data, sequence: Sequence, repeated });
}

/**
 * The envelope of a refused call. `message` is in the caller's language, `error` is a stable key, `details` are the
 * parameters of the message.
 */
export const Refusal = Type.Object({
  code: Type.Union([Type.Literal(code.refusal), Type.Literal(code.sessionEnded), Type.Literal(code.superseded)]),
  message: Type.String(),
  data: Type.Null(),
  /**
   * One of `errorKeys`. The schema accepts any text, because an open page can be older than the server, and because the
   * scripts of every page would contain the list.
   */
  error: Type.String(),
  details: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  sequence: Sequence,
  /** Present only for an unexpected fault; the same id is in the server's log. */
  request_id: Type.Optional(Type.String()),
});
export type Refusal = Static<typeof Refusal>;

/** Request headers shared by all calls. Header names are in lower case. */
export const header = {
  session: 'authorization',
  language: 'lang',
  device: 'flag',
  idempotencyKey: 'idempotency-key',
} as const;

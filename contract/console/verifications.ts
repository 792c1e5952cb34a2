import { Type, type Static, type TSchema } from 'typebox';
import { rejectionKeys } from '../verification/index.ts';
import { IntegerInput, Line, Milliseconds } from '../values.ts';
import { consoleList, consoleLook, consoleWrite } from './declare.ts';

const readers = ['support', 'risk'] as const;

function OrNull<Value extends TSchema>(value: Value) {
  return Type.Union([value, Type.Null()]);
}

export const verificationStates = ['review', 'approved', 'rejected'] as const;
const State = Type.Enum(verificationStates);

/** Documents of a user, without what they say. */
export const VerificationRow = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  state: State,
  version: Type.Integer(),
  submitted_at: Milliseconds,
  reminded_at: OrNull(Milliseconds),
  /** The member of staff who works on it; null if it is free. */
  taken_by: OrNull(Type.Object({ name: Type.String(), until: Milliseconds, is_me: Type.Boolean() })),
  decided_at: OrNull(Milliseconds),
  /** Null before the decision, and after that of a demo. */
  decided_by: OrNull(Type.String()),
  rejection: OrNull(Type.Enum(rejectionKeys)),
  /** Other accounts with the same document. */
  duplicates: Type.Integer({ minimum: 0 }),
});
export type VerificationRow = Static<typeof VerificationRow>;

/** The documents themselves, and what they are compared with. Images are JPEGs in base64; null if deleted. */
export const VerificationCase = Type.Object({
  name: Type.String(),
  card_id: Type.String(),
  front: OrNull(Type.String()),
  reverse: OrNull(Type.String()),
  registered_at: Milliseconds,
  same_document: Type.Array(Type.Object({ user_id: Type.Integer(), state: State, name: Type.String() })),
});
export type VerificationCase = Static<typeof VerificationCase>;

const reference = { id: Type.Integer({ minimum: 1 }), version: Type.Integer({ minimum: 1 }) };
const concerns = { kind: 'verification', field: 'id' } as const;
const Changed = Type.Object({ state: State, version: Type.Integer() });
const undecidable = {
  verification_unknown: [],
  verification_decided: [],
  verification_taken: ['by'],
} as const;

/** The documents of users: the queue, the documents of one, and decisions. */
export const verificationCalls = {
  verifications: consoleList({
    audience: readers,
    path: 'verifications',
    input: { state: Type.Optional(State), user: Type.Optional(IntegerInput) },
    row: VerificationRow,
  }),
  /** Reserves a submission for 15 minutes, so that two people do not work on it. */
  takeVerification: consoleWrite({
    audience: readers,
    path: 'verifications/take',
    concerns,
    input: reference,
    output: Changed,
    refusals: undecidable,
  }),
  /** Shows the documents; the audit log has the reason before they are sent. */
  verificationCase: consoleLook({
    audience: readers,
    path: 'verifications/case',
    concerns,
    input: { id: reference.id },
    output: VerificationCase,
    refusals: { verification_unknown: [] },
  }),
  /** Only by the person who has taken the submission. */
  approveVerification: consoleWrite({
    audience: ['risk'],
    path: 'verifications/approve',
    concerns,
    stepUp: true,
    input: reference,
    output: Changed,
    refusals: { ...undecidable, verification_not_taken: [] },
  }),
  /** The user reads the text of the key in their language, then the words as they are. */
  rejectVerification: consoleWrite({
    audience: ['risk'],
    path: 'verifications/reject',
    concerns,
    stepUp: true,
    input: { ...reference, key: Type.Enum(rejectionKeys.filter((key) => key !== 'test')), words: Line(300) },
    output: Changed,
    refusals: { ...undecidable, verification_not_taken: [], words_required: [] },
  }),
} as const;

import { Type, type Static } from 'typebox';
import { readCall, writeCall } from '../call.ts';
import { passwordRefusals } from '../identity/calls.ts';
import { Empty, Flag, IntegerInput, Line, Milliseconds } from '../values.ts';

/** 0 none or rejected, 1 under review, 2 approved. */
export const reviewStatus = { none: 0, review: 1, approved: 2 } as const;
export type ReviewStatus = (typeof reviewStatus)[keyof typeof reviewStatus];

/** Why documents are rejected; each has a text in the language of the user. `test` is for demos. */
export const rejectionKeys = [
  'unreadable',
  'mismatch',
  'expired',
  'not_accepted',
  'incomplete',
  'altered',
  'duplicate',
  'test',
  'other',
] as const;
export type RejectionKey = (typeof rejectionKeys)[number];

/** The user's submission. Without one, `id` is 0 and the texts are empty. */
export const RealName = Type.Object({
  id: Type.Integer({ minimum: 0 }),
  name: Type.String(),
  card_id: Type.String(),
  front_pic: Type.String(),
  reverse_pic: Type.String(),
  review_status: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]),
  reason: Type.String(),
  submitted_at: Type.Union([Milliseconds, Type.Null()]),
  /** The time from which a reminder is possible; null if none is. */
  remind_from: Type.Union([Milliseconds, Type.Null()]),
  /** 1 if the exchange decides without looking, as a demo does. */
  automatic: Flag,
});
export type RealName = Static<typeof RealName>;

export const realNameCenter = readCall({ access: 'user', rate: 'private' }, 'user_real/center', Empty, RealName, {
  topics: ['account'],
});

const Picture = Line(64);

export const submitRealName = writeCall(
  { access: 'owner', rate: 'password' },
  'user_real/real_name',
  Type.Object({
    id: Type.Optional(IntegerInput),
    name: Type.Optional(Line(200)),
    card_id: Type.Optional(Line(64)),
    front_pic: Type.Optional(Picture),
    reverse_pic: Type.Optional(Picture),
    pay_password: Type.Optional(Type.String({ maxLength: 128 })),
  }),
  RealName,
  {
    message: 'real_name_submitted',
    refusals: [
      ...passwordRefusals,
      'pay_password_same',
      'pay_password_exists',
      'real_name_required',
      'real_name_shape',
      'real_name_mixed',
      'card_id_required',
      'card_id_shape',
      'real_name_pictures',
      'image_unknown',
      'real_name_unknown',
      'real_name_approved',
      'real_name_in_review',
      'real_name_reminded',
      'real_name_too_often',
    ],
  },
);

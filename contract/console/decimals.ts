import { Type } from 'typebox';
import { Decimal } from '../values.ts';

/** A decimal in a request, in plain notation. It is text only, so that no digit is lost on the way. */
export const DecimalText = Type.String({ minLength: 1, maxLength: 40, pattern: '^-?[0-9.]+$' });

/** A value that may be missing. */
export const MaybeDecimal = Type.Union([Decimal, Type.Null()]);

/**
 * The refusal of a decimal that cannot be converted exactly. `problem` is `malformed`, `too_precise`, `too_large`,
 * `zero` or `not_a_multiple`; `unit` is the unit of which the value must be a multiple.
 */
export const decimalRefusal = { decimal_invalid: ['field', 'problem', 'unit'] } as const;

/** A value as people read it in a list of changes. */
const Shown = Type.Union([Type.String(), Type.Integer(), Type.Boolean(), Type.Null()]);

/** Old or new values by the name of their field, in decimals; null if there are none. */
export const ShownValues = Type.Union([Type.Record(Type.String(), Shown), Type.Null()]);

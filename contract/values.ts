import { Type, type Static } from 'typebox';

/** An amount, price, rate or percentage in answers: plain decimal notation without trailing zeros. */
export const Decimal = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$', examples: ['1234.5'] });
export type Decimal = Static<typeof Decimal>;

/** A decimal in requests: a string in plain notation, or a number. The server parses both exactly or refuses them. */
export const DecimalInput = Type.Union([Type.String({ maxLength: 40 }), Type.Number()], { examples: ['0.25'] });
export type DecimalInput = Static<typeof DecimalInput>;

/** An integer as a JSON number or, in a query, as digits. */
export const IntegerInput = Type.Union([
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  Type.String({ pattern: '^[0-9]{1,15}$', maxLength: 15 }),
]);
export type IntegerInput = Static<typeof IntegerInput>;

/** A line of text in a request, without control characters, some of which the database does not accept. */
export function Line(maxLength: number, minLength = 0) {
  return Type.String({ minLength, maxLength, pattern: '^[^\\x00-\\x1f\\x7f]*$' });
}

/** A text of several lines in a request: like `Line`, but with line feeds. */
export function Paragraphs(maxLength: number, minLength = 0) {
  return Type.String({ minLength, maxLength, pattern: '^[^\\x00-\\x09\\x0b-\\x1f\\x7f]*$' });
}

/** A time in epoch milliseconds. */
export const Milliseconds = Type.Integer({ minimum: 0 });

/** 1 is on, 0 is off. */
export const Flag = Type.Union([Type.Literal(0), Type.Literal(1)]);
export type Flag = Static<typeof Flag>;

/** The journal sequence that an answer or message reflects; it continues across restarts and never decreases. */
export const Sequence = Type.Integer({ minimum: 0 });

/** 1 sell, 2 buy. For a trade it is the taker's side. */
export const Way = Type.Union([Type.Literal(1), Type.Literal(2)]);
export type Way = Static<typeof Way>;

export const Empty = Type.Object({});
export const Nothing = Type.Null();

/** One page of a list, newest first. */
export function Page<Row extends Parameters<typeof Type.Array>[0]>(row: Row) {
  return Type.Object({
    total: Type.Integer({ minimum: 0 }),
    per_page: Type.Integer({ minimum: 1, maximum: 100 }),
    last_page: Type.Integer({ minimum: 1 }),
    current_page: Type.Integer({ minimum: 1 }),
    data: Type.Array(row),
  });
}

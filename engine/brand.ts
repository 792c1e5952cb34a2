declare const brand: unique symbol;

/** A number that the type system keeps apart from other kinds of numbers; at run time it is a plain number. */
export type Branded<Name extends string> = number & { readonly [brand]: Name };

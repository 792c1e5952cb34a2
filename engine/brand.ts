declare const brand: unique symbol;

/** A number that the type system keeps apart from every other kind of number; at run time it is the plain number. */
export type Branded<Name extends string> = number & { readonly [brand]: Name };

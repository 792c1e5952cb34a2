/**
 * What the server's process tells Node, and what the engine is measured under.
 *
 * - Nearly everything that a request makes is garbage when it is answered: in a larger nursery it has died before the
 *   collector comes by, and less of it has to be carried over.
 * - A command goes through some sixty small functions. By default the compiler stops putting them into one another a
 *   third of the way; with more room it takes most of the path of an order as one piece, which saves about a seventh of
 *   its time.
 * - Commands and events come in more than the four shapes that one place in the code is compiled for by default; where
 *   there are more, each reading of `type` is looked up in a table. Room for 16 shapes makes `apply` 4 % faster.
 */
export const serverFlags: readonly string[] = [
  '--max-semi-space-size=64',
  '--max-inlined-bytecode-size-cumulative=4000',
  '--max-valid-polymorphic-map-count=16',
];

/**
 * Node flags of the server process, which engine benchmarks use too.
 *
 * - A larger young generation: nearly all objects of a request are garbage once it is answered, so fewer survive a
 *   collection and have to be copied.
 * - A command calls about sixty small functions. With V8's default limits, inlining stops after a third of them, and
 *   skips calls made in fewer than one of seven commands. With the higher limits an order's path is inlined almost
 *   completely, which saves about a fifth of its time.
 * - Commands and events have more than the four object shapes that V8 handles inline at one place by default; beyond
 *   that, every read of `type` becomes a table lookup. A limit of 16 shapes makes `apply` 4 % faster.
 */
export const serverFlags: readonly string[] = [
  '--max-semi-space-size=64',
  '--max-inlined-bytecode-size-cumulative=6000',
  '--max-inlined-bytecode-size-absolute=10000',
  '--min-inlining-frequency=0.01',
  '--max-valid-polymorphic-map-count=16',
];

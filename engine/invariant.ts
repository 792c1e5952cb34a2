/**
 * An internal rule of the exchange was violated. The state may be half changed, so the exchange must stop: the catcher
 * discards the engine and restarts from durable data.
 */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

/** Throws `BrokenInvariant` unless `condition` holds. Never used for what a user can cause; that is a `Rejection`. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new BrokenInvariant(message);
}

/** Closes an exhaustive switch: reaching it is a compile error, and at run time a broken invariant. */
export function assertNever(value: never): never {
  throw new BrokenInvariant(`unexpected ${JSON.stringify(value)}`);
}

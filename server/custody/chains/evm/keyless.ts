/** Addresses that people burn coins at, or that programs write for the coin of a chain. */
const burned: ReadonlySet<string> = new Set([
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000000000000000000000000',
  '0xdead000000000000000042069420694206942069',
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
  '0xdeadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0xffffffffffffffffffffffffffffffffffffffff',
]);

/** The highest of the first precompiled contracts, with room for those of later forks (EIP-2537 ends at 0x11). */
const lastPrecompile = 0x20n;
/** The precompiled contract that checks signatures over P-256 (RIP-7212). */
const curvePrecompile = 0x100n;

/** Whether no one can have the key of an address: zero, precompiled contracts and known burn addresses. */
export function isKeyless(address: string): boolean {
  const value = BigInt(address);
  return value <= lastPrecompile || value === curvePrecompile || burned.has(address.toLowerCase());
}

/** An amount on a chain as units of the ledger, and the rest that the ledger cannot express, in the chain's units. */
export function unitsFromChain(
  amount: bigint,
  { assetDecimals }: { readonly assetDecimals: number },
  { decimals }: { readonly decimals: number },
): { readonly units: bigint; readonly dust: bigint } {
  if (assetDecimals <= decimals) return { units: amount * 10n ** BigInt(decimals - assetDecimals), dust: 0n };
  const scale = 10n ** BigInt(assetDecimals - decimals);
  return { units: amount / scale, dust: amount % scale };
}

/** Units of the ledger as an amount on a chain; null if the chain has too few decimals for it. */
export function chainAmount(
  units: number,
  { assetDecimals }: { readonly assetDecimals: number },
  { decimals }: { readonly decimals: number },
): bigint | null {
  if (assetDecimals >= decimals) return BigInt(units) * 10n ** BigInt(assetDecimals - decimals);
  const scale = 10n ** BigInt(decimals - assetDecimals);
  return BigInt(units) % scale === 0n ? BigInt(units) / scale : null;
}

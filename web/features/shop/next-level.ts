import { merchantLevels } from '@bourse/contract/p2p';

/** The conditions of the level above; null for the highest one and without a level. */
export function nextLevel(level: number | null): (typeof merchantLevels)[number] | null {
  if (level === null) return null;
  return merchantLevels.find((one) => one.level === level + 1) ?? null;
}

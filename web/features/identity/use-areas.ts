import { areaList, type Area } from '@bourse/contract/identity';
import { useRead } from '../../live/read.ts';
import type { AccountDraft } from './form-rules.ts';

const none: readonly Area[] = [];

/** Countries with their dialling codes; empty while loading. */
export function useAreas(enabled: boolean): readonly Area[] {
  return useRead(areaList, {}, { enabled, staleMs: Infinity }).data?.data ?? none;
}

/** The dialling code of a phone number account; null for an e-mail address. */
export function useDiallingCode({ kind, area }: AccountDraft): string | null {
  const areas = useAreas(kind === 'mobile');
  if (kind !== 'mobile') return null;
  return areas.find(({ id }) => String(id) === area)?.global_code ?? null;
}

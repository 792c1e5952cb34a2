import { areaList, type Area } from '@bourse/contract/identity';
import { useRead } from '../../live/read.ts';
import type { AccountDraft } from './form-rules.ts';

const none: readonly Area[] = [];

/** Countries with their dialling codes; none while they load. */
export function useAreas(enabled: boolean): readonly Area[] {
  return useRead(areaList, {}, { enabled, staleMs: Infinity }).data?.data ?? none;
}

/** The dialling code of an account that is a phone number, or null. */
export function useDiallingCode({ kind, area }: AccountDraft): string | null {
  const areas = useAreas(kind === 'mobile');
  if (kind !== 'mobile') return null;
  return areas.find(({ id }) => String(id) === area)?.global_code ?? null;
}

import { topupSetting } from '@bourse/contract/topup';
import { useRead } from '../../live/read.ts';

/** The setting changes when staff open or close top-ups. */
const settingMs = 60_000;

/** Whether cards can buy coins; false until that is known. */
export function useTopupOpen(): boolean {
  const { data } = useRead(topupSetting, {}, { staleMs: settingMs, saidInPlace: true });
  return (data?.data.currencies.length ?? 0) > 0;
}

import { topupSetting } from '@bourse/contract/topup';
import { useRead } from '../../live/read.ts';
import { useSiteConfig } from '../../live/site-config.ts';

/** The setting changes when staff open or close top-ups. */
const settingMs = 60_000;

/** Whether cards can buy coins. Until that is known, a demo counts as offering it, so that nothing moves there. */
export function useTopupOpen(): boolean {
  const config = useSiteConfig();
  const { data } = useRead(topupSetting, {}, { staleMs: settingMs, saidInPlace: true });
  return data === undefined ? config?.demo_outbox === 1 : data.data.currencies.length > 0;
}

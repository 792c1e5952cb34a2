import { useTranslation } from 'react-i18next';

/** Names a device by its browser and system, as far as they are known. */
export function useDeviceName(): (device: { readonly browser: string; readonly system: string }) => string {
  const { t } = useTranslation();
  return ({ browser, system }) => {
    if (browser !== '' && system !== '') return t('account.deviceOn', { browser, system });
    const known = browser === '' ? system : browser;
    return known === '' ? t('account.unknownDevice') : known;
  };
}

import type { SiteSettingRow } from '@bourse/contract/console';
import type { TFunction } from 'i18next';

export type SettingValue = SiteSettingRow['value'];

/** A value in words: switches as on and off, null as the venue's own text. */
export function valueText(t: TFunction<'console'>, { choices }: Pick<SiteSettingRow, 'choices'>, value: SettingValue) {
  if (value === null) return t('settings.ownText');
  if (value === '') return t('settings.emptyText');
  if (choices !== null && isSwitch(choices)) return t(value === 1 ? 'words.on' : 'words.off');
  switch (value) {
    case 'on':
    case 'off':
      return t(`words.${value}`);
    case 'never':
    case 'new_device':
    case 'always':
    case 'spec':
    case 'strong':
      return t(`settings.values.${value}`);
    default:
      return String(value);
  }
}

function isSwitch(choices: readonly SettingValue[]): boolean {
  return choices.length === 2 && choices.includes(0) && choices.includes(1);
}

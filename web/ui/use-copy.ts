import { useTranslation } from 'react-i18next';
import { toast } from './toasts.ts';

/** Copies a text and shows whether that worked. Browsers refuse it on plain HTTP, for example. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation();
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast(t('common.copied'), 'success');
    } catch {
      toast(t('common.copyFailed'));
    }
  };
  return (text) => void copy(text);
}

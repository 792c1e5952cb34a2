import type { SiteConfig } from '@bourse/contract/identity';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { alertOf } from './alert.ts';
import classes from './alert-dialog.module.css';

/** The site's alert. Shown at every visit until it is dismissed, and again when its text changes. */
export function AlertDialog({ config }: { readonly config: SiteConfig }) {
  const { t } = useTranslation();
  const { storage } = useLive();
  const alert = alertOf(config);
  const [opened, setOpened] = useState(() => alert !== null && storage.read('is_click_close_dialog') !== alert.mark);
  const isEmpty = alert === null;
  useEffect(() => {
    if (isEmpty) console.info('The site has no alert to show: dialog_content is empty.');
  }, [isEmpty]);
  if (alert === null) return null;
  const confirm = (): void => {
    storage.write('is_click_close_dialog', alert.mark);
    setOpened(false);
  };
  return (
    <Sheet
      title={alert.title === '' ? t('home.alert') : alert.title}
      from="centre"
      opened={opened}
      onClose={() => setOpened(false)}
    >
      <p className={classes.content}>{alert.content}</p>
      <div className={classes.foot}>
        <DialogButtons confirm={{ label: t('home.alertConfirm'), onPress: confirm }} />
      </div>
    </Sheet>
  );
}

import { shopLeave } from '@bourse/contract/p2p';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useShopAction } from './shop-reads.ts';
import classes from './shop.module.css';

/** Closes the shop after a confirmation, or withdraws an application. */
export function LeaveButton({ isPending = false }: { readonly isPending?: boolean }) {
  const { t } = useTranslation();
  const [asking, ask] = useState(false);
  const leave = useShopAction(shopLeave, () => ask(false));
  if (isPending) {
    return (
      <>
        <Button look="plain" aria-busy={leave.busy} disabled={leave.busy} onClick={() => leave.run({})}>
          {t('shop.withdraw')}
        </Button>
        <p className={classes.refusal} role="alert">
          {leave.refusal}
        </p>
      </>
    );
  }
  return (
    <>
      <Button look="plain" onClick={() => ask(true)}>
        {t('shop.leave')}
      </Button>
      <ConfirmDialog
        title={t('shop.leaveTitle')}
        opened={asking}
        confirmLabel={t('shop.leave')}
        cancelLabel={t('shop.keep')}
        isDestructive
        busy={leave.busy}
        error={leave.refusal}
        onConfirm={() => leave.run({})}
        onClose={() => {
          leave.reset();
          ask(false);
        }}
      >
        <p>{t('shop.leaveText')}</p>
      </ConfirmDialog>
    </>
  );
}

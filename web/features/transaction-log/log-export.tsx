import { accountLogExport } from '@bourse/contract/wallet';
import type { AccountCode } from '@bourse/contract/texts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../live/context.tsx';
import { announce } from '../../ui/announcer.tsx';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toasts.ts';
import { useFigures } from '../../ui/use-figures.ts';
import classes from './transaction-log.module.css';

interface LogExportProps {
  readonly account: AccountCode;
  readonly chosen: { readonly currency_id?: number; readonly cause?: string };
  /** Null while the days are invalid. */
  readonly range: { readonly from?: number; readonly to?: number } | null;
}

/** Exports the changes of an account between two days as CSV. Its times are in the time zone of the page. */
export function LogExport({ account, chosen, range }: LogExportProps) {
  const { t } = useTranslation();
  const { download } = useLive();
  const { timeZone } = useFigures();
  const exporting = useMutation({
    mutationFn: async () => {
      const { from = 0, to = 0 } = range ?? {};
      return download(accountLogExport, { account, ...chosen, from, to, time_zone: timeZone });
    },
    onSuccess: (file) => {
      const name = `${account}.csv`;
      saveFile(file, name);
      const text = t('accountLog.exported', { name });
      toast(text, 'success');
      announce(text);
    },
  });
  const isReady = range?.from !== undefined && range.to !== undefined;
  return (
    <div className={classes.export}>
      <Button look="plain" disabled={exporting.isPending || !isReady} onClick={() => exporting.mutate()}>
        {exporting.isPending ? t('accountLog.exporting') : t('accountLog.export')}
      </Button>
      <p className={classes.text}>{t('accountLog.exportText')}</p>
    </div>
  );
}

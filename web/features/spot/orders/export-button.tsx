import { ordersFile, tradesFile } from '@bourse/contract/spot';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useFigures } from '../../../ui/use-figures.ts';
import { announce } from '../../../ui/announcer.tsx';
import { dayOf } from '../../../ui/date-range.ts';
import { saveFile } from '../../../ui/save-file.ts';
import type { PastQuery } from './past-filters.tsx';
import classes from './export-button.module.css';

/** Exports all orders or trades of a filter as CSV. Its times are in the time zone of the page. */
export function ExportButton({ of, query }: { readonly of: 'history' | 'trades'; readonly query: PastQuery | null }) {
  const { t } = useTranslation();
  const { download } = useLive();
  const { timeZone } = useFigures();
  const exporting = useMutation({
    mutationFn: async () => {
      const file = await download(of === 'history' ? ordersFile : tradesFile, { ...query, time_zone: timeZone });
      return { file, name: `${of === 'history' ? 'orders' : 'trades'}-${dayOf(Date.now(), timeZone)}.csv` };
    },
    onSuccess: ({ file, name }) => {
      saveFile(file, name);
      const text = t('orders.exported', { name });
      toast(text, 'success');
      announce(text);
    },
  });
  return (
    <button
      type="button"
      className={classes.export}
      disabled={exporting.isPending || query === null}
      onClick={() => exporting.mutate()}
    >
      <IconDownload size={14} stroke={1.75} aria-hidden="true" />
      {exporting.isPending ? t('orders.exporting') : t('orders.exportFile')}
    </button>
  );
}

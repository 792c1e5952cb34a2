import { useTranslation } from 'react-i18next';
import { Sheet } from '../../ui/sheet.tsx';
import { ConvertForm } from './convert-form.tsx';
import classes from './convert.module.css';

interface ConvertDialogProps {
  readonly opened: boolean;
  /** The id of the currency that the form begins with. */
  readonly from?: number | undefined;
  readonly onClose: () => void;
}

/**
 * The form of conversions in a dialog. Needs the texts `convert`.
 */
export function ConvertDialog({ opened, from, onClose }: ConvertDialogProps) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('convert.title')} from="centre" opened={opened} onClose={onClose}>
      <div className={classes.dialog}>
        <ConvertForm from={from} onClose={onClose} />
      </div>
    </Sheet>
  );
}

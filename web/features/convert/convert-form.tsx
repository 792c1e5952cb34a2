import type { Conversion, ConvertSetting } from '@bourse/contract/convert';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { ConversionResult } from './conversion-result.tsx';
import { ConvertEntry } from './convert-entry.tsx';
import { useConvertSetting } from './convert-reads.ts';
import classes from './convert.module.css';

interface ConvertFormProps {
  /** The id of the currency that the form begins with. */
  readonly from?: number | undefined;
  /** Closes the dialog that contains the form. */
  readonly onClose?: () => void;
}

/** Converts currencies of the spot account: amount, quote, result. */
export function ConvertForm({ from, onClose }: ConvertFormProps) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useConvertSetting();
  if (data === undefined) {
    return (
      <div className={classes.form}>
        {isError ? <ErrorState onRetry={() => void refetch()} /> : <SkeletonRows count={4} height={56} />}
      </div>
    );
  }
  if (data.data.currencies.length < 2) {
    return (
      <div className={classes.form}>
        <EmptyState text={t('convert.none')} />
      </div>
    );
  }
  return <OpenForm setting={data.data} from={from} onClose={onClose} />;
}

interface OpenFormProps {
  readonly setting: ConvertSetting;
  readonly from: number | undefined;
  readonly onClose: (() => void) | undefined;
}

function OpenForm({ setting, from, onClose }: OpenFormProps) {
  const [made, setMade] = useState<Conversion | null>(null);
  return (
    <div className={classes.form}>
      {made === null ? (
        <ConvertEntry setting={setting} wanted={from} onDone={setMade} />
      ) : (
        <ConversionResult conversion={made} onAgain={() => setMade(null)} onClose={onClose} />
      )}
    </div>
  );
}

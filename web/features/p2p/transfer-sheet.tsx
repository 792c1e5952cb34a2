import { useTranslation } from 'react-i18next';
import { Sheet } from '../../ui/sheet.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { TransferForm, useAccounts } from '../assets/index.ts';
import classes from './p2p.module.css';

interface TransferSheetProps {
  /** The code of the coin that is moved. */
  readonly currency: string;
  readonly onClose: () => void;
}

/** Moves coins from another account of the user, without leaving the ad. */
export function TransferSheet({ currency, onClose }: TransferSheetProps) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useAccounts();
  return (
    <Sheet title={t('p2p.transfer')} from="centre" opened onClose={onClose}>
      <div className={classes.sheet}>
        {data !== undefined && <TransferForm groups={data.data} currency={currency} from="change_account" />}
        {data === undefined && isError && <ErrorState onRetry={() => void refetch()} />}
        {data === undefined && !isError && <SkeletonRows count={4} height={74} />}
      </div>
    </Sheet>
  );
}

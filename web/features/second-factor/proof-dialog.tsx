import { useTranslation } from 'react-i18next';
import { Sheet } from '../../ui/sheet.tsx';
import { FactorForm, type GivenFactor } from './factor-form.tsx';
import classes from './second-factor.module.css';

export interface ProofDialogProps {
  readonly methods: string;
  readonly passkeyOnly: boolean;
  readonly prove: (factor: GivenFactor) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly onClose: () => void;
}

/** Asks for the second factor that an action requires. */
export function ProofDialog({ onClose, ...form }: ProofDialogProps) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('factor.proofTitle')} from="centre" opened onClose={onClose}>
      <div className={classes.content}>
        <p>{t('factor.proofText')}</p>
        <FactorForm {...form} />
      </div>
    </Sheet>
  );
}

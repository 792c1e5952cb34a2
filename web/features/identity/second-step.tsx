import { useTranslation } from 'react-i18next';
import { FactorForm, type GivenFactor } from '../second-factor/index.ts';
import classes from './identity.module.css';

interface SecondStepProps {
  readonly methods: string;
  readonly prove: (factor: GivenFactor) => Promise<void>;
  /** Returns to the form, with a failure that does not concern the second factor. */
  readonly onBack: (error: unknown) => void;
}

/** The step of a login after the password of an account with a second factor. */
export function SecondStep({ methods, prove, onBack }: SecondStepProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.word}>{t('factor.proofText')}</p>
      <FactorForm methods={methods} prove={prove} onFailure={onBack} />
      <p className={classes.other}>
        <button type="button" className={classes.way} onClick={() => onBack(null)}>
          {t('factor.otherAccount')}
        </button>
      </p>
    </>
  );
}

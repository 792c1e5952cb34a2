import { useTranslation } from 'react-i18next';
import { classNames } from '../../ui/class-names.ts';
import { passwordStrength, type PasswordStrength as Strength } from './account-rules.ts';
import classes from './identity.module.css';

const steps: readonly Strength[] = ['weak', 'fair', 'good', 'strong'];

/** The strength of a new password as a bar of four steps and in words. */
export function PasswordStrength({ password }: { readonly password: string }) {
  const { t } = useTranslation();
  const strength = passwordStrength(password);
  const reached = password === '' ? 0 : steps.indexOf(strength) + 1;
  const names = {
    weak: t('register.weak'),
    fair: t('register.fair'),
    good: t('register.good'),
    strong: t('register.strong'),
  };
  return (
    <output className={classes.strength} data-strength={strength} aria-label={t('register.strength')}>
      {reached > 0 &&
        steps.map((step, index) => (
          <span key={step} className={classNames(classes.bar, index < reached && classes.reached)} />
        ))}
      <span>{reached === 0 ? '' : names[strength]}</span>
    </output>
  );
}

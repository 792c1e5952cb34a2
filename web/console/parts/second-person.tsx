import { useSession } from '../wire/session.ts';
import { useTexts } from '../texts/texts.ts';
import classes from './action-dialog.module.css';

/** The roles that vote on requests of others. */
const voters = ['finance', 'risk', 'admin'] as const;

/** Says who else must agree to the action. */
export function SecondPerson() {
  const t = useTexts();
  const { four_eyes } = useSession();
  const roles = voters.map((role) => t(`roles.${role}`)).join(', ');
  return <p className={classes.second}>{t(four_eyes ? 'action.secondMaybe' : 'action.secondDemo', { roles })}</p>;
}

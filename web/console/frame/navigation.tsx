import { useAddress } from '../parts/address.ts';
import { ConsoleLink } from '../parts/console-link.tsx';
import { screenGroups, screens } from '../screens/registry.ts';
import { allows, useSession } from '../wire/session.ts';
import { useTexts } from '../texts/texts.ts';
import classes from './navigation.module.css';

/** The screens that the roles of the member of staff include, by group. */
export function Navigation({ isOpen }: { readonly isOpen: boolean }) {
  const t = useTexts();
  const { path } = useAddress();
  const { roles, waiting } = useSession();
  const allowed = screens.filter(({ needs }) => allows(needs.audience, roles));
  return (
    <nav className={classes.navigation} aria-label={t('frame.navigation')} data-open={isOpen}>
      {screenGroups.map((group) => {
        const own = allowed.filter((screen) => screen.group === group);
        if (own.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`} className={classes.group}>
              {t(`groups.${group}`)}
            </h2>
            <ul className={classes.list}>
              {own.map(({ path: to, icon: Icon, title }) => (
                <li key={to}>
                  <ConsoleLink to={to} className={classes.link} aria-current={to === path ? 'page' : undefined}>
                    <Icon size={16} stroke={1.75} aria-hidden="true" />
                    <span className={classes.title}>{t(title)}</span>
                    {to === approvalsPath && waiting > 0 && (
                      <span className={classes.count} title={t('frame.waiting', { count: waiting })}>
                        {waiting}
                      </span>
                    )}
                  </ConsoleLink>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}

/** The entry that shows how many approvals wait for the member of staff. */
const approvalsPath = '/approvals';

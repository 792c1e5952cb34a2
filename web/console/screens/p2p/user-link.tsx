import { ConsoleLink } from '../../parts/console-link.tsx';

/** A user by id. */
export function UserLink({ id }: { readonly id: number }) {
  return <ConsoleLink to={`/users?user=${id}`}>{id}</ConsoleLink>;
}

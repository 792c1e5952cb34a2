import { useAddress } from '../../parts/address.ts';
import { UserList } from './user-list.tsx';
import { UserPage } from './user-page.tsx';

/** The list of users, or everything about the one in the address. */
export function UsersScreen() {
  const { query } = useAddress();
  const id = Number(query.get('user') ?? NaN);
  return Number.isSafeInteger(id) && id > 0 ? <UserPage key={id} id={id} /> : <UserList />;
}

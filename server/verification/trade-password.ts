import type { PasswordPolicy, PasswordRefusal } from '@bourse/contract/identity';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import { type Member, networkOf, refused, type Refused } from '../gateway/index.ts';
import { judgeNewPassword, type Passwords } from '../identity/index.ts';

export interface TradePasswordParts {
  readonly db: Kysely<Schema>;
  readonly passwords: Pick<Passwords, 'matches'>;
  readonly settings: { readonly password_policy: PasswordPolicy };
}

/** Null if a first trade password follows the site's rule and differs from the login password. */
export async function judgeTradePassword(
  { db, passwords, settings }: TradePasswordParts,
  password: string,
  { address, user }: Pick<Member, 'address' | 'user'>,
): Promise<Refused<PasswordRefusal | 'password_unchanged'> | null> {
  const person = await db
    .selectFrom('users')
    .select(['email', 'mobile_key', 'password_hash'])
    .where('id', '=', String(user))
    .executeTakeFirstOrThrow();
  const account = person.email === '' ? (person.mobile_key ?? '') : person.email;
  const wrong = judgeNewPassword(settings.password_policy, { password, repeated: password, account });
  if (wrong !== null) return wrong;
  const isSame = await passwords.matches(password, person.password_hash, networkOf(address));
  return isSame ? refused('password_unchanged') : null;
}

import { userCalls, type UserDetail } from '@bourse/contract/console';
import { useRead, type Read } from '../../wire/use-read.ts';

/** A user's detail, read again in the background. */
export function useUser(id: number): Read<UserDetail> {
  return useRead(userCalls.user, { id });
}

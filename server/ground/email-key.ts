/** The normalized form of an e-mail address. Addresses that differ only in case belong to the same account. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

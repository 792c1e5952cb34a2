/** The registration link that fills in a code and locks it. */
export function invitationLink(code: string): string {
  return `${location.origin}/register?extension_code=${encodeURIComponent(code)}`;
}

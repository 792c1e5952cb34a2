/** The command that checks a contract of this exchange from a terminal. */
export function verifyCommand(id: number | string): string {
  return `npm run verify-contract -- ${location.origin} ${id}`;
}

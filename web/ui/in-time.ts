/** How long the first render waits for what would change its layout, in milliseconds. */
const patienceMs = 1_000;

/** The result; null if it fails or takes longer than the first render waits. */
export async function inTime<Result>(result: Promise<Result>): Promise<Result | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null));
  return Promise.race([result.catch(() => null), late]);
}

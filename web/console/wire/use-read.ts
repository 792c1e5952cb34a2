import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ConsoleCall, ConsoleInput, ConsoleOutput } from '@bourse/contract/console';
import { useConsole } from './console-context.tsx';

/** Data of the console is read again this often while its screen is open. */
export const readEveryMs = 5_000;

export interface Read<Data> {
  /** Undefined while loading. */
  readonly data: Data | undefined;
  /** The last read failed; data of an earlier one stays. */
  readonly failed: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

interface ReadOptions {
  /** False while the input is incomplete. */
  readonly when?: boolean;
  /** Milliseconds between two reads; null for one read only. */
  readonly every?: number | null;
  /** Whether the data of the previous input is shown until that of a new one has arrived. */
  readonly keepsPrevious?: boolean;
}

/** Reads a call, and reads it again every 5 seconds while the component is mounted. */
export function useRead<C extends ConsoleCall>(
  call: C,
  input: ConsoleInput<C>,
  { when = true, every = readEveryMs, keepsPrevious = true }: ReadOptions = {},
): Read<ConsoleOutput<C>> {
  const { call: make } = useConsole();
  const query = useQuery({
    queryKey: [call.path, input],
    queryFn: async ({ signal, client, queryKey }) => {
      const background = client.getQueryData(queryKey) !== undefined;
      return (await make(call, input, { signal, background })).data;
    },
    enabled: when,
    refetchInterval: every ?? false,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  return { data: query.data, failed: query.isError, error: query.error, retry: () => void query.refetch() };
}

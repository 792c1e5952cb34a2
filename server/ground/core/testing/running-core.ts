import type { DatabaseSettings } from '../../database/index.ts';
import type { CoreStore } from '../core-store.ts';
import { openCore } from '../index.ts';
import type { CommittedBatch, CoreFailure, CoreOptions, CoreStatus, OpenedCore } from '../index.ts';
import { ManualTime } from './manual-time.ts';

/** A core on a real database, with everything that it reports. */
export interface RunningCore extends OpenedCore {
  readonly time: ManualTime;
  readonly batches: readonly CommittedBatch[];
  readonly lines: readonly { readonly level: string; readonly details: object; readonly message: string }[];
  /** Resolves when the core has stopped for good. */
  readonly failed: Promise<CoreFailure>;
  /** Resolves with the first status that satisfies the condition, starting with the current one. */
  readonly whenStatus: (condition: (status: CoreStatus) => boolean) => Promise<CoreStatus>;
}

/** Opens a core. Time does not pass unless the test advances it. */
export async function runCore(
  database: DatabaseSettings,
  options: Partial<CoreOptions> & { readonly time?: ManualTime } = {},
  store?: CoreStore,
): Promise<RunningCore> {
  const time = options.time ?? new ManualTime();
  const batches: CommittedBatch[] = [];
  const lines: { level: string; details: object; message: string }[] = [];
  const log = (level: string) => (details: object, message: string) => void lines.push({ level, details, message });
  const opened = await openCore(
    {
      database,
      mode: 'live',
      log: { info: log('info'), warn: log('warn'), error: log('error') },
      ...options,
      time,
    },
    store,
  );
  const { core } = opened;
  core.onCommitted((batch) => void batches.push(batch));
  const failed = new Promise<CoreFailure>((resolve) => {
    core.onFatal(resolve);
  });
  const whenStatus = (condition: (status: CoreStatus) => boolean): Promise<CoreStatus> =>
    new Promise((resolve) => {
      const check = (status: CoreStatus): void => {
        if (condition(status)) resolve(status);
      };
      core.onStatus(check);
      check(core.status());
    });
  core.open();
  return { ...opened, time, batches, lines, failed, whenStatus };
}

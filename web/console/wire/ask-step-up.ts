import type { StoreApi } from 'zustand/vanilla';
import type { StepUpRequest } from './console-context.tsx';

/** Opens the dialog for the one-time password. Requests that need it at the same time share one dialog. */
export async function askStepUp(store: StoreApi<StepUpRequest | null>): Promise<boolean> {
  return new Promise((resolve) => {
    const other = store.getState();
    const finish = (accepted: boolean): void => {
      store.setState(null, true);
      other?.finish(accepted);
      resolve(accepted);
    };
    store.setState({ finish }, true);
  });
}

/** @public */
export { ConvertDialog } from './convert-dialog.tsx';
/** @public */
export { DebtBanner } from './debt-banner.tsx';
/** @public */
export { UnmaturedBanner } from './unmatured-banner.tsx';

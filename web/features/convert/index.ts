export { ConvertDialog } from './convert-dialog.tsx';
export { DebtBanner } from './debt-banner.tsx';
export { UnmaturedBanner } from './unmatured-banner.tsx';

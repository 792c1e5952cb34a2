export { TransferForm } from './transfer-form.tsx';
export { useAccounts } from './use-accounts.ts';

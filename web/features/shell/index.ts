export { accountEntries } from './account-menu.tsx';
export { ComingPage } from './coming-page.tsx';
export { CrashPage } from './crash-page.tsx';
export { NotFoundPage } from './not-found-page.tsx';
export { PendingPage } from './pending-page.tsx';
export { Shell } from './shell.tsx';

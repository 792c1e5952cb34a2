export { content } from './capability.ts';
export { LiveDialog } from './live-dialog.ts';

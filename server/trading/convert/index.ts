export { convert } from './capability.ts';
export { convertView } from './convert-view.ts';

import { restrictionNotices } from './restriction-notices.ts';
import { restrictionView } from './restriction-view.ts';

export { restrictionView };

/** Restrictions that operators impose on users. */
export const restrictions = { views: [restrictionView], notices: [restrictionNotices] };

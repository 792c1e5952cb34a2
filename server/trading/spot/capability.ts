import { depthChannel, tradesChannel } from './channels.ts';
import { orderNotices } from './order-notices.ts';
import { registerSpot, type SpotParts } from './routes.ts';
import { migrations } from './migrations/index.ts';
import type { With } from '../../ground/parts.ts';

type Registration = SpotParts & With<'calls' | 'gateway'>;

export const spot = {
  migrations,
  channels: [depthChannel, tradesChannel],
  notices: [orderNotices],
  open: ({ gateway, calls, ...parts }: Registration): void => {
    registerSpot(gateway, calls, parts);
  },
};

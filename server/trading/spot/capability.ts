import type { Gateway, SocketCalls } from '../../ground/gateway/index.ts';
import { depthChannel, tradesChannel } from './channels.ts';
import { orderNotices } from './order-notices.ts';
import { registerSpot, type SpotParts } from './routes.ts';
import { migrations } from './migrations/index.ts';

interface Registration extends SpotParts {
  readonly gateway: Gateway;
  readonly calls: SocketCalls;
}

export const spot = {
  migrations,
  channels: [depthChannel, tradesChannel],
  notices: [orderNotices],
  open: ({ gateway, calls, ...parts }: Registration): void => {
    registerSpot(gateway, calls, parts);
  },
};

export {
  IndexPrice,
  IndexRule,
  IndexTick,
  indexList,
  indexRules,
  indexTicks,
  maxTicks,
  maxTickSeconds,
} from './calls.ts';
export { IndexMessage, indexChannels } from './socket.ts';

export { readCall, writeCall, moneyCall, type Access, type Call, type CallInput, type CallOutput } from './call.ts';
export { conforms } from './conforms.ts';
export { code, header, Refusal, Success } from './envelope.ts';
export { ErrorKey, errorFigures, errorKeys } from './errors.ts';
export { Decimal, DecimalInput, Flag, IntegerInput, Page, Way } from './values.ts';
export {
  Area,
  SiteConfig,
  UserInfo,
  areaList,
  deviceIdShape,
  siteConfig,
  register,
  login,
  logout,
  userInfo,
} from './rest/identity.ts';
export { AccountDetail, AccountGroup, Transfer, accountDetail, accountList, accountTransfer } from './rest/wallet.ts';
export { SystemAccounts, systemAccounts } from './rest/operator.ts';
export {
  Bar,
  Depth,
  DepthRow,
  MarketState,
  Match,
  MatchGroup,
  Period,
  Quotation,
  TapeRow,
  coinShow,
  currencyInfo,
  currencyMatches,
  deal,
  kline,
  maxBars,
  periods,
} from './rest/markets.ts';
export {
  IndexPrice,
  IndexRule,
  IndexTick,
  indexList,
  indexRules,
  indexTicks,
  maxTicks,
  maxTickSeconds,
} from './rest/index-price.ts';
export {
  Order,
  OrderStatus,
  type Replacement,
  batchAdd,
  batchCancel,
  buyAdd,
  buyCancel,
  buyCancelAll,
  buyList,
  buyReduce,
  buyReplace,
  historyList,
  maxBatch,
  sellAdd,
  sellCancel,
  sellCancelAll,
  sellList,
  sellReduce,
  sellReplace,
} from './rest/spot.ts';
export {
  AnswerMessage,
  CallMessage,
  orderAdd,
  orderBatch,
  orderBatchCancel,
  orderCancel,
  orderCancelAll,
  orderReduce,
  orderReplace,
  type SocketCall,
} from './socket/orders.ts';
export {
  ClientMessage,
  DayMarketMessage,
  ErrorMessage,
  GlobalTxMessage,
  IndexMessage,
  KlineMessage,
  MarketChangedMessage,
  MarketDepthMessage,
  OrderMessage,
  ReplyMessage,
  type ServerMessage,
  socketErrors,
  socketTiming,
  StatusMessage,
  tapeLength,
} from './socket/channels.ts';

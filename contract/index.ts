export { fileCall, readCall, writeCall, moneyCall, type Call, type CallInput, type CallOutput } from './call.ts';
export {
  type Access,
  needsSession,
  type OperatorRole,
  operatorRoles,
  type Policy,
  policyOf,
  type RateClass,
  rateClasses,
} from './policy.ts';
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
  forgetPassword,
  siteConfig,
  register,
  login,
  logout,
  userInfo,
} from './rest/identity.ts';
export {
  NewsCategory,
  type NewsCategoryName,
  NewsItem,
  NewsRow,
  type SettingKey,
  agreementId,
  articleHtml,
  newsCategories,
  newsCategory,
  newsInfo,
  newsList,
  siteSetting,
} from './rest/content.ts';
export {
  CodeSent,
  KeptMessage,
  codeLength,
  codeLifetimeSeconds,
  codePurpose,
  type CodePurpose,
  demoOutbox,
  longCodeLength,
  outboxLength,
  sendEmail,
  sendSms,
} from './rest/notify.ts';
export { AccountDetail, AccountGroup, Transfer, accountDetail, accountList, accountTransfer } from './rest/wallet.ts';
export { SessionInfo, amendPassword, sessionList, sessionRevoke, sessionRevokeOthers } from './rest/sessions.ts';
export { Invitation, InvitedPerson, invitation, invitedList } from './rest/invitations.ts';
export { SystemAccounts, systemAccounts } from './rest/operator.ts';
export {
  Bar,
  Depth,
  DepthRow,
  Favorite,
  MarketState,
  Match,
  MatchGroup,
  Period,
  Quotation,
  Sparkline,
  TapeRow,
  coinShow,
  currencyInfo,
  currencyMatches,
  deal,
  favorite,
  kline,
  maxBars,
  periods,
  sparklinePoints,
  sparklines,
  sparklineStep,
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
  maxBatch,
  sellAdd,
  sellCancel,
  sellCancelAll,
  sellList,
  sellReduce,
  sellReplace,
} from './rest/spot.ts';
export {
  OwnTrade,
  historyList,
  orderInfo,
  orderTrades,
  ordersFile,
  ownTrades,
  tradesFile,
} from './rest/spot-history.ts';
export { type Channel, channelOf, type ChannelName, channels } from './socket/declared.ts';
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
  depthLevels,
  tapeLength,
} from './socket/channels.ts';

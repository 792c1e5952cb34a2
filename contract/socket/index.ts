export {
  AnswerMessage,
  CallMessage,
  ChangedMessage,
  ClientMessage,
  ErrorMessage,
  ReplyMessage,
  StatusMessage,
  connectionChannels,
  socketErrors,
  socketTiming,
} from './messages.ts';

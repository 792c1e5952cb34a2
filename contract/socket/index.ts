export {
  AnswerMessage,
  CallMessage,
  ClientMessage,
  ErrorMessage,
  ReplyMessage,
  StatusMessage,
  connectionChannels,
  socketErrors,
  socketTiming,
} from './messages.ts';

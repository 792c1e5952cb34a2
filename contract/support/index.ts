export {
  addFeedback,
  closeFeedback,
  Feedback,
  feedbackInfo,
  feedbackLimits,
  feedbackList,
  FeedbackMessage,
  FeedbackRow,
  type FeedbackState,
  feedbackStates,
  type FeedbackType,
  feedbackTypeList,
  FeedbackTypeRow,
  feedbackTypes,
  replyToFeedback,
} from './calls.ts';
export { countWords, minFeedbackWords } from './count-words.ts';

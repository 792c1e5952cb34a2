export const supportErrors = {
  feedback_unknown: [],
  /** `words` were counted, `minimum` are needed. */
  feedback_too_short: ['minimum', 'words'],
  /** So many are not closed. */
  feedback_limit: ['maximum'],
  /** So many may be sent in an hour. */
  feedback_too_often: ['maximum'],
  /** So many messages may be in one. */
  feedback_full: ['maximum'],
} as const;

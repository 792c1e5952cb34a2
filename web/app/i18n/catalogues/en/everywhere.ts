export const common = {
  loading: 'Loading',
  retry: 'Try again',
  close: 'Close',
  sessionEnded: 'Login timed out, please log in again',
  serverError: 'Server error, please try again later',
  stale: 'Data is delayed',
  closed: 'Trading is paused',
  loadFailed: 'This could not be loaded.',
  page: 'Page {{page}} of {{pages}}',
  previous: 'Previous page',
  next: 'Next page',
} as const;

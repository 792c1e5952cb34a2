export const loginTexts = {
  'login.title': 'Log in',
  'login.email': 'E-mail',
  'login.password': 'Password',
  'login.code': 'One-time password',
  'login.codeHint': 'Six digits of your authenticator app, or a recovery code',
  'login.submit': 'Log in',
  'login.missing': 'Fill in this field.',
  'login.ended': 'Your session has ended. Log in to return to where you were.',
  'login.loggedOut': 'You are logged out.',
  'login.failed': 'No answer. Check your connection and try again.',
} as const;

export const forgot = {
  title: 'Set a new password',
  text: 'We send a code to your account. When the new password is set, you are logged out everywhere.',
  password: 'New password',
  repeat: 'Repeat new password',
  submit: 'Set new password',
  success: 'Your new password is set, please log in',
  remembered: 'Remembered it?',
} as const;

export const login = {
  title: 'Log in',
  email: 'E-mail',
  account: 'E-mail address',
  password: 'Password',
  remember: 'Keep me logged in for 30 days',
  submit: 'Log in',
  noAccount: 'No account yet?',
  toRegister: 'Register',
  p_first: 'Please enter your password',
  p_taccount: 'Please enter your account',
  success: 'You are logged in',
} as const;

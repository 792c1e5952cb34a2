export {
  Area,
  type CodeRefusal,
  DeviceId,
  type NameRefusal,
  type PasswordRefusal,
  SiteConfig,
  UserInfo,
  areaList,
  builtInName,
  deviceIdShape,
  forgetPassword,
  siteConfig,
  register,
  login,
  logout,
  userInfo,
} from './calls.ts';
export {
  judgePassword,
  namesAccount,
  PasswordPolicy,
  type PasswordRuleRefusal,
  plainPassword,
} from './password-policy.ts';
export { SessionInfo, amendPassword, sessionList, sessionRevoke, sessionRevokeOthers } from './sessions.ts';
export { Invitation, InvitedPerson, invitation, invitedList } from './invitations.ts';
export {
  payPasswordRefusals,
  type PayPasswordRefusal,
  type SecondFactor,
  secondFactorFields,
  secondFactorRefusals,
  type SecondFactorRefusal,
  secondFactors,
} from './proofs.ts';
export {
  amendPayPassword,
  AuthorizationCode,
  authorizationCode,
  bindAddress,
  bindEmail,
  deviceList,
  forgetDevice,
  freezeAccount,
  freezeByLink,
  freshLoginMinutes,
  KnownDevice,
  loginHistory,
  LoginRecord,
  phishingWordShape,
  setPhishingWord,
  unfreezeAccount,
} from './account.ts';

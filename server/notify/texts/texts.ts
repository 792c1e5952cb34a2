/** What a code is for, as the texts know it. */
export type CodeName = 'register' | 'bind' | 'security' | 'withdrawal' | 'login' | 'recovery';

/** A message that tells of something. `sms` is the whole of it in one or two sentences. */
interface Notice {
  readonly subject: string;
  readonly lead: string;
  readonly advice: string;
  readonly sms: string;
}

/** The words of every message in one language. Figures stand as `{{name}}`. */
export interface Texts {
  /** `name` stands in text messages before the code. */
  readonly code: Readonly<Record<CodeName, { readonly subject: string; readonly lead: string; readonly name: string }>>;
  readonly codeLife: string;
  /** Why a code is a long one. */
  readonly longCode: string;
  readonly codeSecret: string;
  /** For codes that anybody can ask for. */
  readonly unasked: string;
  /** For codes that only somebody who is logged in can ask for. */
  readonly unaskedInside: string;
  readonly codeSms: string;
  readonly accountExists: Notice;
  readonly addressInUse: Notice;
  readonly newDevice: Notice;
  readonly passwordChanged: Notice;
  readonly device: string;
  readonly unknownDevice: string;
  readonly address: string;
  readonly time: string;
  readonly automatic: string;
}

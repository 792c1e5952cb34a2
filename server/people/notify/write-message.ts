import { isP2pOrderNotice, isWithdrawalRejection, type NoticeTemplate } from '@bourse/contract/alerts';
import { codeLifetimeSeconds, codePurpose, type CodePurpose, longCodeLength } from '@bourse/contract/notify';
import { type Language, languages } from '@bourse/contract/texts';
import { say } from '../../ground/texts/index.ts';
import type { WrittenMessage } from './carrier.ts';
import { longCodeLifetimeSeconds } from './codes.ts';
import type { MessageContent, OwnerEvent } from './message.ts';

/** The purpose of a code in text keys. */
type CodeName = 'register' | 'bind' | 'security' | 'withdrawal' | 'login' | 'recovery';

/** Messages without a code in text keys. */
type NoticeName = 'accountExists' | 'addressInUse' | 'newDevice' | 'passwordChanged' | 'factorReset';

/** Events with the texts of `mail.<name>`, followed by the link that freezes the account. */
const eventNames = {
  pay_password_changed: 'payPasswordChanged',
  address_changed: 'addressChanged',
  account_frozen: 'accountFrozen',
  account_unfrozen: 'accountUnfrozen',
  phishing_word_changed: 'phishingWordChanged',
} as const satisfies Partial<Record<OwnerEvent, string>>;

/** The site name and time zone that messages use. */
export interface Letterhead {
  /** The name of the venue. */
  readonly site: string;
  /** An IANA time zone. */
  readonly timeZone: string;
  /** The address of the venue's page for links, without a path; empty if it is unknown. */
  readonly origin: string;
  /** The anti-phishing word of the recipient; empty or absent without one. */
  readonly word?: string;
}

/** The parts of a message before they are laid out. */
interface Letter {
  readonly subject: string;
  readonly lead: string;
  readonly code: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly advice: readonly string[];
  readonly sms: string;
}

/** Renders a message: as text and HTML for mail, as a sentence or two for a text message. */
export function writeMessage(
  content: MessageContent,
  language: Language,
  channel: 'email' | 'sms',
  head: Letterhead,
): WrittenMessage {
  const letter = letterOf(content, language, head);
  if (channel === 'sms') return { subject: '', text: letter.sms, html: '' };
  const automatic = say(language, 'mail.automatic');
  const { word = '' } = head;
  const heading = word === '' ? '' : say(language, 'mail.phishingWord', { word });
  return {
    subject: `${head.site}: ${letter.subject}`,
    text: asText(letter, head.site, automatic, heading),
    html: asPage(letter, head.site, automatic, { tag: languages[language].tag, heading }),
  };
}

function letterOf(content: MessageContent, language: Language, head: Letterhead): Letter {
  const { site } = head;
  const nowhere = { site, device: '', address: '', time: '' };
  switch (content.template) {
    case 'code':
      return codeLetter(content, language, site);
    case 'account_exists':
      return noticeLetter('accountExists', language, nowhere, []);
    case 'address_in_use':
      return noticeLetter('addressInUse', language, nowhere, []);
    case 'announcement':
      return announcementLetter(content, site);
    case 'notice':
      return figuresLetter(content, language, head);
    case 'new_device':
    case 'password_changed':
    case 'pay_password_changed':
    case 'address_changed':
    case 'account_frozen':
    case 'account_unfrozen':
    case 'phishing_word_changed':
      return eventLetter(content, language, head);
    case 'draw_address_bound':
      return withdrawalAddressLetter(content, language, head);
    case 'second_factor':
      return factorLetter(content, language, head);
    case 'factor_reset': {
      const parameters = { ...nowhere, time: timeText(content.atMs, language, head.timeZone) };
      return noticeLetter('factorReset', language, parameters, []);
    }
    case 'staff': {
      const { advice, facts, lead, subject } = content;
      return { subject, lead, code: '', facts, advice, sms: lead };
    }
  }
}

function factorLetter(
  content: Extract<MessageContent, { template: 'second_factor' }>,
  language: Language,
  head: Letterhead,
): Letter {
  const change = say(language, `mail.factorChange.${content.change}`);
  const time = timeText(content.atMs, language, head.timeZone);
  const { address, device } = content;
  const facts: [string, string][] = [[say(language, 'mail.change'), change]];
  if (device !== '') facts.push([say(language, 'mail.device'), device]);
  if (address !== '') facts.push([say(language, 'mail.address'), address]);
  facts.push([say(language, 'mail.time'), time]);
  const notYou = freezeAdvice(content.freezeToken, language, head);
  return {
    subject: say(language, 'mail.secondFactor.subject'),
    lead: say(language, 'mail.secondFactor.lead', { site: head.site }),
    code: '',
    facts,
    advice: [say(language, 'mail.secondFactor.advice'), ...notYou],
    sms: say(language, 'mail.secondFactor.sms', { site: head.site, change, time }),
  };
}

function withdrawalAddressLetter(
  content: Extract<MessageContent, { template: 'draw_address_bound' }>,
  language: Language,
  { origin, site, timeZone }: Letterhead,
): Letter {
  const { address, atMs, device, drawAddress, network, stopToken } = content;
  const facts: [string, string][] = [
    [say(language, 'mail.network'), network],
    [say(language, 'mail.drawAddress'), drawAddress],
  ];
  if (device !== '') facts.push([say(language, 'mail.device'), device]);
  facts.push([say(language, 'mail.address'), address]);
  facts.push([say(language, 'mail.time'), timeText(atMs, language, timeZone)]);
  const lead = say(language, 'mail.drawAddressBound.lead', { site });
  // The token follows a `#`, which browsers send to no server.
  const stop = say(language, 'mail.drawAddressBound.stop', { link: `${origin}/stopAddress#${stopToken}` });
  const subject = say(language, 'mail.drawAddressBound.subject');
  return {
    subject,
    lead,
    code: '',
    facts,
    advice: [stop],
    sms: `${site}: ${lead} ${network}, ${drawAddress}. ${stop}`,
  };
}

function figuresLetter(
  { figures, freezeToken, notice }: Extract<MessageContent, { template: 'notice' }>,
  language: Language,
  head: Letterhead,
): Letter {
  const { site } = head;
  const [subject, lead] = noticeTexts(notice, figures, language);
  const notYou = freezeAdvice(freezeToken, language, head);
  const advice = notYou.length > 0 ? notYou : [say(language, 'mail.noticeAdvice', { site })];
  return { subject, lead, code: '', facts: [], advice, sms: `${site}: ${lead}` };
}

/** The title and the text of a notice. */
function noticeTexts(
  notice: NoticeTemplate,
  texts: Readonly<Record<string, string>>,
  language: Language,
): readonly [title: string, text: string] {
  const { market = '', price = '', target = '', title = '', address = '', currency = '', reason = '' } = texts;
  const moved = { amount: `${texts['amount'] ?? ''} ${currency}` };
  const { ad = '', fiat = '', hours = '', number = '', words = '' } = texts;
  const coins = `${texts['coins'] ?? ''} ${currency}`;
  if (isP2pOrderNotice(notice)) {
    const figures = { amount: `${texts['amount'] ?? ''} ${fiat}`, coins, hours, number, words };
    return [say(language, `noticeTitles.${notice}`, figures), say(language, `noticeTexts.${notice}`, figures)];
  }
  switch (notice) {
    case 'price_above':
    case 'price_below': {
      const figures = { market, price, target };
      return [say(language, `noticeTitles.${notice}`, figures), say(language, `noticeTexts.${notice}`, figures)];
    }
    case 'agent_made':
    case 'agent_limits':
    case 'agent_unlimited':
    case 'agent_document':
    case 'agent_given':
    case 'agent_registered':
    case 'agent_requested':
    case 'agent_joined':
    case 'agent_declined':
    case 'agent_left':
    case 'agent_share':
    case 'commission_paid': {
      const { account = '', agent = '', day = '', limits = '', share = '' } = texts;
      const figures = { ...moved, account, agent, day, limits, share };
      return [say(language, `noticeTitles.${notice}`), say(language, `noticeTexts.${notice}`, figures)];
    }
    case 'agent_removed':
    case 'agent_ended':
    case 'identity_verified':
    case 'identity_rejected':
    case 'p2p_merchant_approved':
      return [say(language, `noticeTitles.${notice}`), say(language, `noticeTexts.${notice}`)];
    case 'p2p_merchant_rejected':
    case 'p2p_merchant_suspended':
    case 'p2p_ad_suspended':
    case 'p2p_bond_returned':
    case 'p2p_bond_paid':
    case 'p2p_damage_paid':
      return [say(language, `noticeTitles.${notice}`), say(language, `noticeTexts.${notice}`, { ad, coins, words })];
    case 'feedback_answered':
      return [
        say(language, 'noticeTitles.feedback_answered'),
        say(language, 'noticeTexts.feedback_answered', { title }),
      ];
    case 'deposit_credited':
    case 'deposit_final':
    case 'deposit_reversed':
    case 'deposit_charged_back':
    case 'withdrawal_failed':
      return [say(language, `noticeTitles.${notice}`), say(language, `noticeTexts.${notice}`, moved)];
    case 'topup_declined':
    case 'topup_charged_back': {
      const paid = { amount: texts['amount'] ?? '', fiat };
      return [say(language, `noticeTitles.${notice}`), say(language, `noticeTexts.${notice}`, paid)];
    }
    case 'withdrawal_sent':
    case 'withdrawal_completed':
      return [say(language, `noticeTitles.${notice}`), say(language, `noticeTexts.${notice}`, { ...moved, address })];
    case 'coins_sent':
    case 'coins_received': {
      const { user = '', hint = '' } = texts;
      return [
        say(language, `noticeTitles.${notice}`),
        say(language, `noticeTexts.${notice}`, { ...moved, user, hint }),
      ];
    }
    case 'withdrawal_rejected': {
      const why = say(language, `wallet.reason.${isWithdrawalRejection(reason) ? reason : 'rejected_unsaid'}`);
      return [
        say(language, 'noticeTitles.withdrawal_rejected'),
        say(language, 'noticeTexts.withdrawal_rejected', { ...moved, reason: why }),
      ];
    }
  }
}

/** The notice of an event to the owner of an account. */
function eventLetter(
  content: Extract<MessageContent, { template: OwnerEvent }>,
  language: Language,
  head: Letterhead,
): Letter {
  const { site, timeZone } = head;
  const device = content.device === '' ? say(language, 'mail.unknownDevice') : content.device;
  const { address, freezeToken, template } = content;
  const parameters = { site, device, address, time: timeText(content.atMs, language, timeZone) };
  const facts = [
    [say(language, 'mail.device'), device],
    [say(language, 'mail.address'), address],
    [say(language, 'mail.time'), parameters.time],
  ] as const;
  const notYou = freezeAdvice(freezeToken, language, head);
  if (template === 'new_device' || template === 'password_changed') {
    const notice = template === 'new_device' ? 'newDevice' : 'passwordChanged';
    const letter = noticeLetter(notice, language, parameters, facts);
    return { ...letter, advice: [...letter.advice, ...notYou] };
  }
  const name = eventNames[template];
  const lead = say(language, `mail.${name}.lead`, { site });
  return {
    subject: say(language, `mail.${name}.subject`),
    lead,
    code: '',
    facts,
    advice: notYou,
    sms: [`${site}: ${lead}`, ...notYou].join(' '),
  };
}

/** A sentence with the link that freezes the account; none without a token. */
function freezeAdvice(token: string | undefined, language: Language, { origin }: Letterhead): string[] {
  // The token follows a `#`, which browsers send to no server.
  return token === undefined ? [] : [say(language, 'mail.notYou', { link: `${origin}/freeze#${token}` })];
}

function announcementLetter({ title, content }: { title: string; content: string }, site: string): Letter {
  const [lead = '', ...advice] = content.split(/\n{2,}/).map((paragraph) => paragraph.trim());
  return { subject: title, lead, code: '', facts: [], advice, sms: `${site}: ${title}` };
}

function codeLetter(
  content: { purpose: CodePurpose; code: string; note?: string; sends?: boolean },
  language: Language,
  site: string,
): Letter {
  const purpose = content.sends === true ? 'sending' : nameOf(content.purpose);
  const isLong = content.code.length === longCodeLength;
  const code = isLong ? inFours(content.code) : content.code;
  const count = (isLong ? longCodeLifetimeSeconds : codeLifetimeSeconds) / 60;
  const inside = content.purpose === codePurpose.security || content.purpose === codePurpose.withdrawal;
  const name = say(language, `mail.code.${purpose}.name`);
  return {
    subject: say(language, `mail.code.${purpose}.subject`),
    lead: say(language, `mail.code.${purpose}.lead`, { site }),
    code,
    facts: content.note === undefined ? [] : [[name, content.note]],
    advice: [
      say(language, 'mail.codeLife', { count }),
      ...(isLong ? [say(language, 'mail.longCode')] : []),
      say(language, 'mail.codeSecret', { site }),
      say(language, inside ? 'mail.unaskedInside' : 'mail.unasked'),
    ],
    sms: say(language, 'mail.codeSms', { site, name, code, count }),
  };
}

/** Groups digits in fours, like a card number, so that they are easier to read. */
function inFours(digits: string): string {
  return digits.replaceAll(/.{4}(?=.)/g, '$& ');
}

function noticeLetter(
  notice: NoticeName,
  language: Language,
  parameters: { readonly site: string; readonly device: string; readonly address: string; readonly time: string },
  facts: Letter['facts'],
): Letter {
  return {
    subject: say(language, `mail.${notice}.subject`),
    lead: say(language, `mail.${notice}.lead`, parameters),
    code: '',
    facts,
    advice: [say(language, `mail.${notice}.advice`)],
    sms: say(language, `mail.${notice}.sms`, parameters),
  };
}

function nameOf(purpose: CodePurpose): CodeName {
  switch (purpose) {
    case codePurpose.register:
      return 'register';
    case codePurpose.bind:
      return 'bind';
    case codePurpose.security:
      return 'security';
    case codePurpose.withdrawal:
      return 'withdrawal';
    case codePurpose.login:
      return 'login';
    case codePurpose.recovery:
      return 'recovery';
  }
}

function timeText(atMs: number, language: Language, timeZone: string): string {
  const format = new Intl.DateTimeFormat(languages[language].tag, {
    ...({ year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const),
    timeZoneName: 'short',
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
  });
  return format.format(atMs);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function asText({ lead, code, facts, advice }: Letter, site: string, automatic: string, heading: string): string {
  const lines = facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  return [heading, lead, code, lines, ...advice, `${site}\n${automatic}`].filter((part) => part !== '').join('\n\n');
}

const style = {
  body: 'margin:0;padding:24px 12px;background:#f3f4f6;',
  card: 'max-width:480px;margin:0 auto;padding:28px 24px;border-radius:8px;background:#ffffff;color:#16181d;font:15px/1.55 -apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif;',
  site: 'margin:0 0 20px;font-size:14px;font-weight:700;',
  word: 'margin:0 0 16px;padding:8px 12px;border-radius:6px;background:#f3f4f6;font-weight:600;',
  title: 'margin:0 0 12px;font-size:20px;line-height:1.3;',
  code: 'margin:20px 0;padding:14px;border-radius:6px;background:#f3f4f6;font-weight:700;text-align:center;',
  digits: 'font-size:30px;letter-spacing:6px;',
  longDigits: 'font-size:24px;letter-spacing:2px;',
  label: 'padding:2px 16px 2px 0;color:#5c6370;vertical-align:top;',
  small: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #e3e5e9;color:#5c6370;font-size:13px;',
};

function asPage(
  { subject, lead, code, facts, advice }: Letter,
  site: string,
  automatic: string,
  { tag, heading }: { readonly tag: string; readonly heading: string },
): string {
  const rows = facts.map(
    ([label, value]) => `<tr><td style='${style.label}'>${escaped(label)}</td><td>${escaped(value)}</td></tr>`,
  );
  return [
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escaped(subject)}</title></head><body style='${style.body}'><div style='${style.card}'>`,
    heading === '' ? '' : `<p style='${style.word}'>${escaped(heading)}</p>`,
    `<p style='${style.site}'>${escaped(site)}</p><h1 style='${style.title}'>${escaped(subject)}</h1>`,
    `<p>${inLines(lead)}</p>`,
    code === ''
      ? ''
      : `<p style='${style.code}${code.includes(' ') ? style.longDigits : style.digits}'>${escaped(code)}</p>`,
    rows.length === 0 ? '' : `<table role="presentation" cellspacing="0" cellpadding="0">${rows.join('')}</table>`,
    ...advice.map((paragraph) => `<p>${inLines(paragraph)}</p>`),
    `<p style='${style.small}'>${escaped(automatic)}</p></div></body></html>`,
  ].join('');
}

function inLines(text: string): string {
  return escaped(text).replaceAll('\n', '<br>');
}

/** Device names are chosen by strangers. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

import { codeLifetimeSeconds, codePurpose, type CodePurpose, longCodeLength } from '@bourse/contract/notify';
import { longCodeLifetimeSeconds } from './codes.ts';
import { fillFigures, intlTag, type Language } from '@bourse/contract/messages';
import type { WrittenMessage } from './carrier.ts';
import type { MessageContent } from './message.ts';
import { type CodeName, type Texts, texts } from './texts/index.ts';

/** What messages are signed and dated with. */
export interface Letterhead {
  /** The name of the venue. */
  readonly site: string;
  /** An IANA time zone. */
  readonly timeZone: string;
}

/** A message before it is set as text, page or text message. */
interface Letter {
  readonly subject: string;
  readonly lead: string;
  readonly code: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly advice: readonly string[];
  readonly sms: string;
}

/** Puts a message into words: as text and as a page for mail, and in a sentence or two for a text message. */
export function writeMessage(
  content: MessageContent,
  language: Language,
  channel: 'email' | 'sms',
  head: Letterhead,
): WrittenMessage {
  const letter = letterOf(content, language, head);
  if (channel === 'sms') return { subject: '', text: letter.sms, html: '' };
  const { automatic } = texts[language];
  return {
    subject: `${head.site}: ${letter.subject}`,
    text: asText(letter, head.site, automatic),
    html: asPage(letter, head.site, automatic, intlTag(language)),
  };
}

function letterOf(content: MessageContent, language: Language, head: Letterhead): Letter {
  const words = texts[language];
  const { site } = head;
  switch (content.template) {
    case 'code':
      return codeLetter(content, words, site);
    case 'account_exists':
      return noticeLetter(words.accountExists, { site }, []);
    case 'address_in_use':
      return noticeLetter(words.addressInUse, { site }, []);
    case 'new_device':
    case 'password_changed': {
      const device = content.device === '' ? words.unknownDevice : content.device;
      const figures = { site, device, address: content.address, time: timeText(content.atMs, language, head.timeZone) };
      const notice = content.template === 'new_device' ? words.newDevice : words.passwordChanged;
      return noticeLetter(notice, figures, [
        [words.device, device],
        [words.address, figures.address],
        [words.time, figures.time],
      ]);
    }
  }
}

function codeLetter(content: { purpose: CodePurpose; code: string }, words: Texts, site: string): Letter {
  const { subject, lead, name } = words.code[nameOf(content.purpose)];
  const isLong = content.code.length === longCodeLength;
  const code = isLong ? inFours(content.code) : content.code;
  const figures = { site, name, code, minutes: (isLong ? longCodeLifetimeSeconds : codeLifetimeSeconds) / 60 };
  const inside = content.purpose === codePurpose.security || content.purpose === codePurpose.withdrawal;
  const advice = [
    words.codeLife,
    ...(isLong ? [words.longCode] : []),
    words.codeSecret,
    inside ? words.unaskedInside : words.unasked,
  ];
  return {
    subject,
    lead: fillFigures(lead, figures),
    code,
    facts: [],
    advice: advice.map((sentence) => fillFigures(sentence, figures)),
    sms: fillFigures(words.codeSms, figures),
  };
}

/** As the number of a card is written, so that it can be read without losing one's place. */
function inFours(digits: string): string {
  return digits.replaceAll(/.{4}(?=.)/g, '$& ');
}

function noticeLetter(
  notice: Texts['newDevice'],
  figures: Readonly<Record<string, string>>,
  facts: Letter['facts'],
): Letter {
  return {
    subject: notice.subject,
    lead: fillFigures(notice.lead, figures),
    code: '',
    facts,
    advice: [fillFigures(notice.advice, figures)],
    sms: fillFigures(notice.sms, figures),
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
  const format = new Intl.DateTimeFormat(intlTag(language), {
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

function asText({ lead, code, facts, advice }: Letter, site: string, automatic: string): string {
  const lines = facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  return [lead, code, lines, ...advice, `${site}\n${automatic}`].filter((part) => part !== '').join('\n\n');
}

const style = {
  body: 'margin:0;padding:24px 12px;background:#f3f4f6;',
  card: 'max-width:480px;margin:0 auto;padding:28px 24px;border-radius:8px;background:#ffffff;color:#16181d;font:15px/1.55 -apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans",sans-serif;',
  site: 'margin:0 0 20px;font-size:14px;font-weight:700;',
  title: 'margin:0 0 12px;font-size:20px;line-height:1.3;',
  code: 'margin:20px 0;padding:14px;border-radius:6px;background:#f3f4f6;font-weight:700;text-align:center;',
  digits: 'font-size:30px;letter-spacing:6px;',
  longDigits: 'font-size:24px;letter-spacing:2px;',
  label: 'padding:2px 16px 2px 0;color:#5c6370;vertical-align:top;',
  small: 'margin:24px 0 0;padding-top:16px;border-top:1px solid #e3e5e9;color:#5c6370;font-size:13px;',
};

function asPage({ subject, lead, code, facts, advice }: Letter, site: string, automatic: string, tag: string): string {
  const rows = facts.map(
    ([label, value]) => `<tr><td style='${style.label}'>${escaped(label)}</td><td>${escaped(value)}</td></tr>`,
  );
  return [
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<title>${escaped(subject)}</title></head><body style='${style.body}'><div style='${style.card}'>`,
    `<p style='${style.site}'>${escaped(site)}</p><h1 style='${style.title}'>${escaped(subject)}</h1>`,
    `<p>${escaped(lead)}</p>`,
    code === ''
      ? ''
      : `<p style='${style.code}${code.includes(' ') ? style.longDigits : style.digits}'>${escaped(code)}</p>`,
    rows.length === 0 ? '' : `<table role="presentation" cellspacing="0" cellpadding="0">${rows.join('')}</table>`,
    ...advice.map((sentence) => `<p>${escaped(sentence)}</p>`),
    `<p style='${style.small}'>${escaped(automatic)}</p></div></body></html>`,
  ].join('');
}

/** Device names come from strangers. */
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

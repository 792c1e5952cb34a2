import { codePurpose } from '@bourse/contract/notify';
import { languageCodes, languages } from '@bourse/contract/texts';
import { describe, expect, test } from 'vitest';
import { say } from '../../ground/texts/index.ts';
import type { MessageContent } from './message.ts';
import { writeMessage } from './write-message.ts';

const head = { site: 'Bourse', timeZone: 'Asia/Tokyo', origin: 'https://bourse.example' };
const occasion = { device: 'Firefox, <Linux>', address: '203.0.113.7', atMs: Date.UTC(2026, 0, 2, 20, 30) };
const contents: readonly MessageContent[] = [
  ...Object.values(codePurpose).map((purpose) => ({ template: 'code', purpose, code: '042917' }) as const),
  { template: 'code', purpose: codePurpose.recovery, code: '0429170429170429' },
  { template: 'account_exists' },
  { template: 'address_in_use' },
  { template: 'new_device', ...occasion },
  { template: 'password_changed', ...occasion },
  { template: 'announcement', title: 'Maintenance', content: 'On Sunday.\nAt 5.\n\nThank you.' },
];

describe.each(languageCodes)('messages in %s', (language) => {
  test('have no unfilled parameter, neither as mail nor as text message', () => {
    for (const content of contents) {
      const mail = writeMessage(content, language, 'email', head);
      const sms = writeMessage(content, language, 'sms', head);
      expect(`${mail.subject}${mail.text}${mail.html}${sms.text}`).not.toMatch(/\{\{|mail\./);
      expect(mail.html).toContain(`<html lang="${languages[language].tag}">`);
      expect(sms).toEqual({ subject: '', html: '', text: expect.stringContaining('Bourse') as string });
      if (content.template !== 'code') continue;
      if (content.code.length === 16) {
        expect(mail.text).toMatch(/^0429 1704 2917 0429$/m);
        expect(mail.text).toContain(say(language, 'mail.longCode'));
        expect(`${mail.text}${sms.text}`).toContain('120');
        continue;
      }
      expect(mail.text).toMatch(/^042917$/m);
      expect(mail.html).toContain('042917');
      expect(mail.subject).not.toContain('042917');
      expect(sms.text).toContain('042917');
    }
  });
});

test('an announcement keeps its paragraphs and lines, without HTML of its own', () => {
  const content = { template: 'announcement', title: 'News', content: 'One <b>\nline.\n\nTwo.' } as const;
  const { html, subject, text } = writeMessage(content, 'en', 'email', head);
  expect(subject).toBe('Bourse: News');
  expect(text).toContain('One <b>\nline.\n\nTwo.');
  expect(html).toContain('<p>One &lt;b&gt;<br>line.</p>');
  expect(html).toContain('<p>Two.</p>');
});

test('the device name is escaped in HTML', () => {
  const { html, text } = writeMessage({ template: 'new_device', ...occasion }, 'en', 'email', head);
  expect(text).toContain('Device: Firefox, <Linux>');
  expect(html).toContain('Firefox, &lt;Linux&gt;');
});

test('times are in the time zone of the site, or in UTC if it is invalid', () => {
  const content = { template: 'new_device', ...occasion } as const;
  expect(writeMessage(content, 'en', 'email', head).text).toContain('January 3, 2026 at 05:30 AM GMT+9');
  const elsewhere = { site: 'Bourse', timeZone: 'Nowhere', origin: 'https://bourse.example' };
  expect(writeMessage(content, 'de', 'email', elsewhere).text).toContain('2. Januar 2026 um 20:30 UTC');
});

import { expect, test } from 'vitest';
import { countWords } from './count-words.ts';

test.each([
  ['en', 'My deposit of yesterday is still not in my account.', 10],
  ['de', 'Meine Einzahlung von gestern ist noch immer nicht auf dem Konto.', 11],
  ['it', 'Il mio deposito di ieri non è ancora nel mio conto.', 11],
  ['es', 'Mi depósito de ayer todavía no está en mi cuenta.', 10],
  ['fr', 'Mon dépôt d’hier n’est toujours pas sur mon compte.', 11],
  ['zh-CN', '昨天充值，今天还没到账。', 10],
  ['hi', 'मेरा कल का जमा अभी तक मेरे खाते में नहीं आया है।', 12],
  ['pt', 'Meu depósito de ontem ainda não está na minha conta.', 10],
  ['ja', '昨日の入金がまだです。', 10],
  ['zh-TW', '昨天加值，今天還沒入帳。', 10],
  ['nl', 'Mijn storting van gisteren staat nog steeds niet op mijn rekening.', 11],
  ['tr', 'Dün yaptığım yatırma işlemi hâlâ hesabıma geçmedi, ne zaman geçer?', 10],
])('words are counted by the rule of the script: %s', (_tag, text, words) => {
  expect(countWords(text)).toBe(words);
});

test.each([
  ['', 0],
  [' \n … — 。、！', 0],
  ['🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂', 0],
  ['............ ,,,, ____', 0],
  ['BTC/USDT 12.5 %', 4],
  ['订单 BTC12345 失败', 5],
  ['ฝากเงิน', 6],
  ['ラーメン ﾗｰﾒﾝ', 8],
  // A kana with a combining mark of its own, and the same as one sign.
  ['か\u3099 が', 2],
  // Joiners and marks belong to their word.
  ['क्\u200dष र्\u200c', 2],
  ['e\u0301te\u0301', 1],
  ['안녕 하세요', 2],
])('%j has %i words', (text, words) => {
  expect(countWords(text)).toBe(words);
});

test('the number of words of two texts is the sum of both', () => {
  const pieces = ['word', '字', 'คำ', 'かな', '12', 'é', 'हिन्दी', '–', '🙂', 'ー'];
  let seed = 7;
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const textOf = (): string => Array.from({ length: next(12) }, () => pieces[next(pieces.length)]).join(' ');
  for (let round = 0; round < 500; round++) {
    const [first, second] = [textOf(), textOf()];
    expect(countWords(`${first}\n${second}`), `${first} | ${second}`).toBe(countWords(first) + countWords(second));
  }
});

test('a long text without a word is counted in linear time', () => {
  expect(countWords('\u0301'.repeat(100_000))).toBe(0);
  expect(countWords('x'.repeat(100_000))).toBe(1);
});

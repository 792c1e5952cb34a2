import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSameName } from './name-rule.ts';

describe('two names are the same', () => {
  test.each([
    ['Ann Lee', 'ANN LEE'],
    ['Ann Lee', 'Lee Ann'],
    ['Ann Lee', '  Lee   Ann '],
    ['J. R. Smith', 'Smith JR'],
    ['Zhang Xiaoming', 'XIAO MING ZHANG'],
    ['王小明', '王 小明'],
    ['阿卜杜·热合曼', '阿卜杜热合曼'],
    ['ヤマダ・タロウ', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
    ['Ｌｅｅ　Ａｎｎ', 'Ann Lee'],
    ['Σοφία Κωνσταντίνος', 'ΣΟΦΊΑ ΚΩΝΣΤΑΝΤΊΝΟΣ'],
    ['Groß Anna', 'ANNA GROSS'],
    ['IŞIK İrem', 'irem ışık'],
    ['Ёлкина Анна', 'анна ёлкина'],
    ['राम कुमार', 'कुमार राम'],
    ['Jose\u0301 Ruiz', 'Ruiz José'],
  ])('%s and %s', (one, other) => {
    expect(isSameName(one, other)).toBe(true);
    expect(isSameName(other, one)).toBe(true);
  });
});

describe('two names differ', () => {
  test.each([
    ['by a word', 'Ann Lee', 'Ann Mary Lee'],
    ['by the order of letters', 'Ann Lee', 'Nan Lee'],
    ['by an accent', 'José Ruiz', 'Jose Ruiz'],
    ['by a hyphen', 'Jean-Pierre Roy', 'Jean Pierre Roy'],
    ['by a Cyrillic letter that looks Latin', 'Anna Lee', 'Аnna Lee'],
    ['by a Greek letter that looks Latin', 'ANNA LEE', 'ANNΑ LEE'],
    ['by an invisible sign', 'Ann Lee', 'Ann\u200b Lee'],
    ['by traditional characters', '张伟', '張偉'],
    ['because both are empty', '', ''],
    ['because one has dots only', 'Ann Lee', ' . '],
  ])('%s', (_how, one, other) => {
    expect(isSameName(one, other)).toBe(false);
    expect(isSameName(other, one)).toBe(false);
  });
});

/** Words of one script. */
const scripts = {
  latin: 'abcdefghijklmnopqrstuvwxyzäéñøßçı',
  cyrillic: 'абвгдежзийклмнопрстуфхцчшщъыьэюяё',
  greek: 'αβγδεζηθικλμνξοπρστυφχψωάές',
  han: '王李张刘陈杨赵黄周吴徐孙胡朱高林',
  kana: 'アイウエオカキクケコサシスセソタチツ',
  devanagari: 'अआइईउऊकखगघचछजझटठडढतथदधनपफबभमयरलवशसह',
  arabic: 'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  hangul: '김이박최정강조윤장임한오서신권황안송',
} as const;

const name = fc.constantFrom(...Object.values(scripts)).chain((letters) =>
  fc.array(fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 6,
  }),
);

describe('names of every script', () => {
  test('stay the same in another order, case, spacing, form and with dots', () => {
    const separator = fc.constantFrom(' ', '  ', '. ', '.', '\u3000', '·', '\u00a0');
    fc.assert(
      fc.property(
        name.chain((words) => fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length }))),
        fc.constantFrom('NFC', 'NFD', 'NFKC', 'NFKD'),
        fc.constantFrom<(text: string) => string>(
          (text) => text,
          (text) => text.toUpperCase(),
          (text) => text.toUpperCase().toLowerCase(),
        ),
        separator,
        ([words, shuffled], form, change, between) => {
          const given = change(shuffled.join(between)).normalize(form);
          expect(isSameName(given, words.join(' '))).toBe(true);
          expect(isSameName(words.join(' '), given)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('differ with another number of letters, or with letters of another script', () => {
    fc.assert(
      fc.property(name, fc.constantFrom(...Object.values(scripts)), (words, letters) => {
        const given = words.join(' ');
        expect(isSameName(`${given} ${letters.slice(0, 1)}`, given)).toBe(false);
      }),
    );
  });

  test('of many equal words take no noticeable time', () => {
    const words = Array.from({ length: 24 }, (_, n) => 'a'.repeat((n % 4) + 1));
    expect(isSameName([...words, 'b'].join(' '), ['b', ...words, 'c'].join(' '))).toBe(false);
    const ten = words.slice(0, 9);
    expect(isSameName([...ten, 'bc'].join(' '), [...ten, 'cb'].join(' '))).toBe(false);
  });
});

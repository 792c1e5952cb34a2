import { describe, expect, test } from 'vitest';
import { readCardId, readRealName } from './names.ts';

describe('a name', () => {
  test.each([
    ['  Ann   Example ', 'Ann Example'],
    ["Seán O'Brien-Núñez", "Seán O'Brien-Núñez"],
    ['Ａｎｎ', 'Ann'],
    ['李小龙', '李小龙'],
    ['山田ハナコ', '山田ハナコ'],
    ['राहुल शर्मा', 'राहुल शर्मा'],
    ['Иван Петров', 'Иван Петров'],
    ['阿依古丽·买买提', '阿依古丽·买买提'],
  ])('is accepted in one script: %s', (text, name) => {
    expect(readRealName(text)).toEqual({ name });
  });

  test.each([
    ['', 'real_name_required'],
    ['   ', 'real_name_required'],
    ['A', 'real_name_shape'],
    ['Ann 2', 'real_name_shape'],
    ['<b>Ann</b>', 'real_name_shape'],
    ['Ann😀', 'real_name_shape'],
    ['Ann\u202e', 'real_name_shape'],
    ['x'.repeat(101), 'real_name_shape'],
    ['Аnn', 'real_name_mixed'],
    ['Ann Οmega', 'real_name_mixed'],
    ['李 David', 'real_name_mixed'],
    ['한ナ', 'real_name_mixed'],
  ])('is refused: %s', (text, problem) => {
    expect(readRealName(text)).toEqual({ problem });
  });
});

describe('the number of a document', () => {
  test('is compared without its spaces and signs', () => {
    expect(readCardId(' ab-12 34/56.7 ')).toEqual({ cardId: 'AB1234567' });
  });

  test.each([
    ['', 'card_id_required'],
    ['1234', 'card_id_shape'],
    ['ABCDEF', 'card_id_shape'],
    ['12345é', 'card_id_shape'],
    ['1'.repeat(31), 'card_id_shape'],
  ])('is refused: %s', (text, problem) => {
    expect(readCardId(text)).toEqual({ problem });
  });
});

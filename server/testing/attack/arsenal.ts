import type { Chance } from './chance.ts';
import { Fields, type Json, Verbatim } from './json.ts';

/** Texts that are known to break programs, grouped by topic. */
export const texts: readonly string[] = [
  ...['', ' ', '\t', '\n', '\r\n', '0', '-0', '-1', '1', '01', '+1', '.', '.5', '5.', '0.', '..1', '1.2.3', '1,5'],
  ...['1e5', '1E5', '1e400', '1e-400', '-1e400', '1e21', 'NaN', 'Infinity', '-Infinity', '0x10', '0b11', '0o7', '1n'],
  ...['9007199254740991', '9007199254740993', '9223372036854775808', '18446744073709551616', '1'.repeat(40)],
  ...[`0.${'0'.repeat(30)}1`, '9'.repeat(15), '1_000', '１２３', '١٢٣', '²', '½', 'Ⅳ', '1\u200b0', '\u202e1', '1 0'],
  ...['null', 'undefined', 'true', 'false', '[object Object]', '[]', '{}', '()', '`', '$', '%', '%s%s%n', '${7*7}'],
  ...['{{7*7}}', '#{7*7}', '$(id)', '`id`', '| id', '; id', '&& id', '../../../../etc/passwd', '..\\..\\windows'],
  ...['file:///etc/passwd', 'http://169.254.169.254/', 'javascript:alert(1)', '//evil.example', 'C:\\', '/dev/null'],
  ...["'", '"', "''", "' or '1'='1", "'; drop table app.users; --", '1; select pg_sleep(10)', "1' union select null--"],
  ...['\\', "\\'", '%27', "admin'--", '*', '%', '_', '(select 1)', '$$; --', '$1', ':name', '?', '/*', '--'],
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '"><svg/onload=alert(1)>', '<!--', ']]>', '&lt;'],
  ...['&#x0;', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ...[
    '\u0000',
    'a\u0000b',
    '\u0001',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\u200d',
    '\u2028',
  ],
  ...['\u2029', '\u202e', '\u202ertl', '\u2066x\u2069', '\ufeff', '\ufffd', '\uffff', '\u{10ffff}', 'مرحبا', 'שלום'],
  ...['e\u0301', '\u0301', 'Z\u0351\u036b\u0343'.repeat(20), '👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'ﷺ', 'İ', 'ı', 'ß', 'ﬁ', 'К', 'ａｄｍｉｎ'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'then'],
  ...['BTC/USDT', 'BTC%2FUSDT', 'btc/usdt', 'a@b.co', 'A@EXAMPLE.COM', 'a@b.co\r\nBcc: c@d.co', 'a@[127.0.0.1]'],
  ...[
    '\r\nSet-Cookie: a=b',
    '\r\n\r\n<html>',
    'x'.repeat(255),
    'x'.repeat(256),
    'x'.repeat(4_096),
    '٪',
    'Europe/Berlin',
  ],
  ...['{"a":1}', '["a"]', '"', '1.7976931348623157e308', '4.9e-324', '-9007199254740991', '0.1', '0.30000000000000004'],
];

/** JSON strings that JavaScript strings cannot produce: lone surrogates, unusual escapes, invalid escapes. */
const writtenTexts: readonly string[] = [
  ...[
    '"\\ud800"',
    '"\\udc00"',
    '"a\\ud800b"',
    '"\\udc00\\ud800"',
    '"\\u0000"',
    '"\\u005f_proto__"',
    '"\\/"',
    '"\\b\\f"',
  ],
  ...['"\u0001"', '"\\x41"', '"\\u12"', '"\n"', '"\\"', "'a'", '`a`'],
];

/** Numbers in JSON, and in forms that are almost JSON. */
const writtenNumbers: readonly string[] = [
  ...['0', '-0', '-1', '1', '0.1', '-0.1', '1.5', '1e400', '-1e400', '1e-400', '1e21', '1E+2', '1e5', '1.0', '1.10'],
  ...['9007199254740991', '9007199254740992', '9007199254740993', '-9007199254740991', '18446744073709551616'],
  ...['2147483647', '2147483648', '4294967296', '0.30000000000000004', '1e-7', '5e-324', '1.7976931348623157e308'],
  ...['1'.repeat(400), `0.${'1'.repeat(400)}`, '123456789012345678901234567890', '0.00000001', '1e0'],
  ...['NaN', 'Infinity', '-Infinity', '01', '+1', '.5', '5.', '0x10', '1_000', '--1', '1e', 'undefined', '1n'],
];

/** Field names with a meaning for JavaScript, databases or careless programs. */
const fieldNames: readonly string[] = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'length', '$where', '$ne', 'id'],
  ...['user', 'user_id', 'is_admin', 'is_seller', 'role', 'roles', 'access', 'balance', 'fee', 'code', 'data', 'error'],
  ...['', ' ', '\u0000', 'a.b', 'a[b]', 'a b', '\u202e', '../x', 'type', 'sequence', 'requestKey', 'x'.repeat(1_000)],
];

/** An unexpected value of any kind. */
export function hostileJson(chance: Chance): Json {
  return chance.weighted<() => Json>([
    [6, () => chance.pick(texts)],
    [4, () => new Verbatim(chance.pick(writtenNumbers))],
    [1, () => new Verbatim(chance.pick(writtenTexts))],
    [1, () => chance.pick([null, true, false])],
    [1, () => chance.pick<Json>([[], [[]], [null], ['a'], [1, 2], new Fields([])])],
    [1, () => hostileFields(chance)],
    [0.5, () => nested(chance, 1 + chance.below(40))],
    [0.3, () => Array.from({ length: 21 + chance.below(2_000) }, () => 1)],
    [0.3, () => 'y'.repeat(2 ** (8 + chance.below(9)))],
  ])();
}

/** Fields that no call has. */
export function hostileFields(chance: Chance): Fields {
  const fields = Array.from({ length: 1 + chance.below(3) }, (): readonly [string, Json] => [
    chance.pick(fieldNames),
    chance.pick<Json>([
      null,
      true,
      1,
      'x',
      new Fields([['polluted', true]]),
      new Fields([['prototype', new Fields([])]]),
    ]),
  ]);
  return new Fields(fields);
}

/** Nested lists or objects. */
function nested(chance: Chance, depth: number): Verbatim {
  const [open, close] = chance.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  return new Verbatim(`${open.repeat(depth)}1${close.repeat(depth)}`);
}

/** Complete bodies that are not an object of any call, or not even JSON. */
export function hostileBody(chance: Chance): Buffer {
  return chance.weighted<() => Buffer>([
    [2, () => Buffer.from(chance.pick(['null', '[]', '{}', '"a"', '1', 'true', 'NaN', '', ' ', '\n', '[{}]', '[[]]']))],
    [
      2,
      () =>
        Buffer.from(chance.pick(['{', '}', '{"a"', '{"a":', '{"a":1', '{a:1}', "{'a':1}", '{"a":1,}', '[1,]', '{,}'])),
    ],
    [
      2,
      () =>
        Buffer.from(chance.pick(['{"a":1}{"b":2}', '{"a":1}\n{"b":2}', '// a\n{}', '/* */{}', '\ufeff{}', '{}\u0000'])),
    ],
    [1, () => Buffer.from(chance.pick(['a=b&c=d', '<a/>', '--x\r\n\r\n--x--', 'query { users { password } }']))],
    [2, () => Buffer.from(chance.pick(brokenEncodings), 'hex')],
    [1, () => Buffer.from(nested(chance, chance.pick([17, 100, 5_000, 20_000])).text)],
    [1, () => Buffer.from('['.repeat(chance.pick([17, 5_000, 60_000])))],
    [1, () => Buffer.from(`{"a":"${'x'.repeat(chance.pick([65_500, 65_536, 70_000, 1_048_576]))}"}`)],
    [1, () => Buffer.from(`{${Array.from({ length: 5_000 }, (_, n) => `"k${n}":${n}`).join(',')}}`)],
    [1, () => Buffer.from(`{"account":${'1'.repeat(60_000)}}`)],
    [1, () => Buffer.from(Array.from({ length: 1 + chance.below(200) }, () => chance.below(256)))],
  ])();
}

/** Invalid UTF-8: overlong or truncated sequences, lone surrogates, other encodings. */
const brokenEncodings: readonly string[] = [
  ...['7b2261223a22c3287d', '7b2261223a22c0af227d', '7b2261223a22eda080227d', '7b2261223a22f4908080227d'],
  ...['7b2261223a22e282227d', '7b2261223a2280227d', '7b22ff223a317d', 'fffe7b007d00', 'feff007b007d', 'efbbbf7b7d'],
  ...['1f8b0800000000000003abae05004329bda502000000', '00', 'ff'],
];

import { type Call, header } from '@bourse/contract';
import { hostileBody, hostileJson, texts } from './arsenal.ts';
import { brokenHeads, methods, places, respeltPath } from './broken-http.ts';
import type { Chance } from './chance.ts';
import { deformed } from './deform.ts';
import { Fields, isList, type Json, jsonText, parsed } from './json.ts';
import { type Ground, knowledge, recipes } from './knowledge.ts';
import type { AttackingPerson } from './persons.ts';
import { Plausible } from './plausible.ts';

/** One request as it is sent, and the expectations about its answer. */
export interface Shot {
  readonly what: ShotKind;
  readonly method: string;
  readonly bytes: Buffer;
  /** The call that is attacked. */
  readonly call: Call;
  /** Whether the request certainly reaches that call; otherwise it may reach any route or none. */
  readonly certain: boolean;
  /** The parsed input of the call; undefined if it cannot be parsed. */
  readonly input: unknown;
  /** Whether it has the live session of its user. */
  readonly recognised: boolean;
  /** Whether the request is complete, as opposed to truncated. */
  readonly finished: boolean;
}

export type ShotKind =
  | 'in order'
  | 'input'
  | 'body'
  | 'content type'
  | 'query'
  | 'headers'
  | 'method'
  | 'path'
  | 'place'
  | 'broken HTTP';

/** The relative frequency of each kind. */
const kinds: readonly (readonly [number, ShotKind])[] = [
  [14, 'in order'],
  [56, 'input'],
  [7, 'body'],
  [4, 'content type'],
  [6, 'query'],
  [6, 'headers'],
  [3, 'method'],
  [4, 'path'],
  [2, 'place'],
  [4, 'broken HTTP'],
];

type Headers = readonly (readonly [name: string, value: string])[];

export interface Sender {
  readonly chance: Chance;
  readonly ground: Ground;
  readonly person: AttackingPerson | null;
}

/** Generates a request aimed at a call. */
export function drawShot(call: Call, sender: Sender): Shot {
  const { chance } = sender;
  const what = chance.weighted(kinds);
  const path = `/api/${call.path}`;
  const plain = plainHeaders(call, sender);
  const valid = plausible(sender).input(call.input, call.path);
  const base = { what, call, certain: true, recognised: sender.person !== null, finished: true };
  const reads = call.method === 'GET';
  switch (what) {
    case 'in order':
      return { ...base, ...(reads ? asked(path, valid, plain) : posted(path, jsonText(valid), plain)) };
    case 'input': {
      const wrong = severalTimes(valid, chance);
      return { ...base, ...(reads ? asked(path, wrong, plain) : posted(path, jsonText(wrong), plain)) };
    }
    case 'body':
      return reads
        ? { ...base, ...bodyOfRead(path, hostileBody(chance), plain) }
        : { ...base, ...posted(path, hostileBody(chance), plain) };
    case 'content type': {
      if (chance.happens(0.3)) {
        const form = [...plain, ['content-type', 'multipart/form-data; boundary=x']] as const;
        return { ...base, ...posted(path, upload(jsonText(valid), chance), form, null), certain: !reads };
      }
      const sent = posted(path, jsonText(valid), [...plain, ['content-type', chance.pick(contentTypes)]], null);
      return { ...base, ...sent, certain: !reads };
    }
    case 'query': {
      const { bytes, method } = asked(`${path}?${chance.pick(queries)}&`, valid, plain);
      const input = reads ? undefined : {};
      if (reads) return { ...base, bytes, method, input };
      return { ...base, ...posted(`${path}?${chance.pick(queries)}`, jsonText(valid), plain) };
    }
    case 'headers': {
      const headers = hostileHeaders(call, sender);
      const sent = reads ? asked(path, valid, headers) : posted(path, jsonText(valid), headers);
      return { ...base, ...sent, recognised: false };
    }
    case 'method': {
      const method = chance.pick(methods);
      const { bytes, input } = posted(path, jsonText(valid), plain, 'application/json', method);
      // The input of a GET call is its query, which is missing here, whatever the body contains.
      return { ...base, method, bytes, input: reads ? {} : input, certain: false };
    }
    case 'path': {
      const target = respeltPath(path, chance);
      const sent = reads ? asked(target, valid, plain) : posted(target, jsonText(valid), plain);
      return { ...base, ...sent, certain: false };
    }
    case 'place':
      return { ...base, ...asked(chance.pick(places), new Fields([]), plain), certain: false };
    case 'broken HTTP': {
      const [text, finished] = chance.pick(brokenHeads)({ path, token: sender.person?.token ?? '' });
      const method = /^[A-Z]+/.exec(text)?.[0] ?? 'GET';
      return {
        ...base,
        method,
        bytes: Buffer.from(text, 'latin1'),
        certain: false,
        recognised: false,
        input: undefined,
        finished,
      };
    }
  }
}

/** A generator of valid input for this sender. */
export function plausible({ chance, ground, person }: Sender): Plausible {
  return new Plausible(chance, knowledge(chance, ground, person), recipes(chance, ground, person));
}

/** One defect in most cases, sometimes two or three. */
function severalTimes(value: Json, chance: Chance): Json {
  let wrong = deformed(value, chance);
  while (chance.happens(0.2)) wrong = deformed(wrong, chance);
  return wrong;
}

function plainHeaders(call: Call, { chance, person }: Sender): Headers {
  const key = `key-${chance.below(1_000_000)}`;
  return [
    ...(person === null ? [] : ([[header.session, person.token]] as const)),
    ...(call.movesMoney && chance.happens(0.3) ? ([[header.idempotencyKey, key]] as const) : []),
    ...(chance.happens(0.2) ? ([[header.language, chance.pick(['de', 'ja', 'in', 'zh_TW', 'xx'])]] as const) : []),
    [header.device, person?.device ?? 'attack-device'],
  ];
}

type Sent = Pick<Shot, 'bytes' | 'method' | 'input'>;

/** A request with its input in the query. */
function asked(path: string, input: Json, headers: Headers): Sent {
  const pairs =
    input instanceof Fields ? input.list.flatMap(([name, value]) => pairsOf(name, value)) : pairsOf('', input);
  const query = pairs.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
  const target = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
  // Everything after # is not part of the URL that is sent.
  return { method: 'GET', bytes: request('GET', target, headers, ''), input: path.includes('#') ? {} : inputOf(pairs) };
}

function pairsOf(name: string, value: Json): (readonly [string, string])[] {
  if (isList(value)) return value.slice(0, 300).map((item) => [name, textOf(item)]);
  return [[name, textOf(value)]];
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : jsonText(value);
}

/** Repeated names form a list. */
function inputOf(pairs: readonly (readonly [string, string])[]): unknown {
  const input: [string, unknown][] = [];
  for (const [name, all] of Map.groupBy(pairs, ([key]) => wellFormed(key))) {
    const values = all.map(([, value]) => wellFormed(value));
    input.push([name, values.length === 1 ? values[0] : values]);
  }
  return Object.fromEntries(input);
}

function posted(
  path: string,
  body: string | Buffer,
  headers: Headers,
  type: string | null = 'application/json',
  method = 'POST',
): Sent {
  const all = type === null ? headers : [...headers, ['content-type', type] as const];
  const text = body.toString();
  return {
    method,
    bytes: request(method, path, all, body),
    input: text === '' ? {} : parsed(text.replace(/^\ufeff/, '')),
  };
}

/** A body where none belongs has no effect. */
function bodyOfRead(path: string, body: Buffer, headers: Headers): Sent {
  return {
    method: 'GET',
    bytes: request('GET', path, [...headers, ['content-type', 'application/json']], body),
    input: undefined,
  };
}

function request(method: string, target: string, headers: Headers, body: string | Buffer): Buffer {
  const content = Buffer.from(body);
  const length = method === 'GET' && content.length === 0 ? [] : [`content-length: ${content.length}`];
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'host: exchange.example',
    ...headers.map((pair) => pair.join(': ')),
    ...length,
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), content]);
}

/** Lone surrogates cannot be percent-encoded. */
function escaped(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** A multipart form with a field and a file. */
function upload(field: string, chance: Chance): string {
  const name = chance.pick(['a.json', '../../../etc/passwd', 'a.html\0.csv', '<script>.svg', 'x'.repeat(2_000)]);
  const content = chance.pick([field, '<script>alert(1)</script>', 'MZ\u0090', 'y'.repeat(70_000), '']);
  return [
    '--x\r\ncontent-disposition: form-data; name="data"\r\n',
    field,
    `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/html\r\n`,
    content,
    chance.pick(['--x--\r\n', '--x\r\n', '']),
  ].join('\r\n');
}

const contentTypes: readonly string[] = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'text/html',
  'application/json; charset=utf-16',
  'application/json;',
  'application/json, text/plain',
  'APPLICATION/JSON',
  'json',
  'application/json; charset=utf-7',
  'application/vnd.api+json',
  '*/*',
  '/',
  ';',
  'a'.repeat(2_000),
  '"',
  '\u00e9/\u00e9',
  'application/jsonp',
  'application/json\t',
  'text/json',
  'application/octet-stream',
  'application/graphql',
  '__proto__',
];

/** Malformed queries. */
const queries: readonly string[] = [
  'a=1&a=2',
  'id=1&id=2&id=3',
  'id[]=1',
  'id[0]=1',
  'id[a]=1',
  'id[__proto__]=1',
  '__proto__=1',
  '__proto__[a]=1',
  'constructor[prototype][a]=1',
  '%00=%00',
  'id=%00',
  'id=%',
  'id=%zz',
  'id=%c0%80',
  'id=%ed%a0%80',
  'id=%ff%fe',
  '%',
  '=',
  '&',
  '&&&&',
  '?',
  '??',
  ';',
  'id=1;limit=2',
  'id',
  'id=',
  '=1',
  'id==1',
  'id=+1',
  'id=%2b1',
  'id=1%20',
  'page=-1',
  'page=1e9',
  'limit=1e2',
  'limit=99999999999999999999',
  'page=0',
  'limit=0',
  'limit=101',
  'from=1e400',
  'to=-0',
  'way=3',
  'a=1&'.repeat(1_500),
  `q=${'x'.repeat(12_000)}`,
  'id=%E2%80%8B1',
  'id=%E2%80%AE1',
  "id=1'--",
  'id=<script>',
  '$ne=1',
];

const unsendable = /[^\t\u0020-\u007e\u0080-\u00ff]/;

/** Texts that are valid in a header, directly or as the bytes of UTF-8. */
const headerTexts = [...texts, ...texts.map((text) => Buffer.from(text).toString('latin1'))].filter(
  (text) => !unsendable.test(text),
);

/** The headers that calls use, with hostile values. */
function hostileHeaders(call: Call, sender: Sender): Headers {
  const { chance } = sender;
  const token = sender.person?.token ?? 'x'.repeat(43);
  const hostile = (): string => chance.pick(headerTexts);
  const wrong = chance.weighted<() => Headers>([
    [
      3,
      () => [
        [
          header.session,
          chance.pick([hostile(), `Bearer ${hostile()}`, `${token}x`, token.slice(1), `${token},${token}`]),
        ],
      ],
    ],
    [
      1,
      () => [
        [header.session, `Bearer ${token}`],
        [header.session, hostile()],
      ],
    ],
    [
      3,
      () => [
        [header.session, token],
        [header.idempotencyKey, chance.pick([hostile(), 'x'.repeat(37), 'a b', 'ä', ''])],
      ],
    ],
    [
      1,
      () => [
        [header.session, token],
        [header.idempotencyKey, 'twice'],
        [header.idempotencyKey, 'thrice'],
      ],
    ],
    [
      2,
      () => [
        [header.session, token],
        [header.language, hostile()],
        [header.device, hostile()],
      ],
    ],
    [
      1,
      () => [
        [header.session, token],
        ['accept-encoding', chance.pick([hostile(), 'gzip;q=9', 'br,'.repeat(500), '*'])],
      ],
    ],
    [
      1,
      () => [
        [header.session, token],
        ['user-agent', hostile()],
        ['referer', hostile()],
        ['origin', hostile()],
      ],
    ],
    [
      1,
      () => [
        [header.session, token],
        ['x-forwarded-for', hostile()],
        ['x-forwarded-proto', hostile()],
        ['forwarded', 'for=_x'],
      ],
    ],
    [
      1,
      () => [
        [header.session, token],
        ['content-encoding', chance.pick(['gzip', 'deflate', 'br', 'identity', 'x'])],
      ],
    ],
    [
      1,
      () => [
        [header.session, token],
        ['range', 'bytes=0-'],
        ['if-none-match', '*'],
        ['if-modified-since', hostile()],
      ],
    ],
    [
      1,
      () => [
        [header.session, token],
        ['x-http-method-override', 'DELETE'],
        ['cookie', hostile()],
        ['__proto__', 'x'],
      ],
    ],
    [
      1,
      () => [
        [header.session, token],
        ['expect', chance.pick(['100-continue', 'x'])],
      ],
    ],
    [
      1,
      () => [
        [header.session, token],
        ['upgrade', chance.pick(['h2c', 'websocket', 'x'])],
        ['connection', 'upgrade'],
      ],
    ],
    [
      1,
      () => [
        [header.session, token],
        ...Array.from({ length: 200 }, (_, n): readonly [string, string] => [`x-${n}`, 'y']),
      ],
    ],
  ])();
  return call.method === 'GET' || chance.happens(0.9) ? wrong : [...wrong, ['content-type', 'text/plain']];
}

/** A hostile text for a query or a message. */
export function hostileText(chance: Chance): string {
  return chance.happens(0.7) ? chance.pick(texts) : jsonText(hostileJson(chance));
}

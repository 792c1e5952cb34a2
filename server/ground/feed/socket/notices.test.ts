import type { ServerMessage } from '@bourse/contract/capabilities';
import { type Command, type Event, Exchange, userId } from '@bourse/engine';
import { describe, expect, test } from 'vitest';
import type { Committed } from '../../core/index.ts';
import { listing } from '../testing/played-market.ts';
import { Views } from '../views.ts';
import { type Frame, textFrame } from './frame.ts';
import { Members, type Recipient } from './members.ts';
import { type Notice, type NoticeSource, NoticeSources } from './notices.ts';

const [ann, ben] = [userId(100_001), userId(100_002)];

/** A connection that records the messages sent to it. */
class NotedConnection implements Recipient {
  readonly language = 'en';
  readonly heard: string[] = [];

  send(frame: Frame): void {
    this.heard.push(frame.toString('utf8', 2));
  }

  sendNewest(key: string, frame: Frame): void {
    this.heard.push(`${key}=${frame.toString('utf8', 2)}`);
  }
}

function opened() {
  const exchange = new Exchange();
  const views = new Views(new Exchange(), new Map(), new Map());
  const run = (command: Command): Committed => {
    const events: Event[] = [];
    const outcome = exchange.apply(exchange.sequence + 1, 1, command, events);
    const committed = { sequence: exchange.sequence, timeMs: exchange.timeMs, command, events, outcome };
    views.apply([committed]);
    return committed;
  };
  const members = new Members(views, () => true);
  const connection = new NotedConnection();
  members.join(ann, connection);
  const commands = listing(['BTC'], 2);
  return { views, members, connection, next: () => run(commands.shift() ?? { type: 'clock' }) };
}

function pong(text: string): ServerMessage {
  return { type: 'error', error: 'message_invalid', params: text };
}

function notice(delivery: Notice['delivery'], text: () => string): Notice {
  return { user: ann, delivery, write: () => [pong(text())] };
}

function textOf(text: string): string {
  return textFrame(JSON.stringify(pong(text))).toString('utf8', 2);
}

describe('a notice', () => {
  test('with delivery "every" is sent at once, and again to a user who resumes', () => {
    const { members, connection, next } = opened();
    const { sequence } = next();
    for (const text of ['one', 'two']) {
      next();
      members.notify(
        ann,
        notice({ kind: 'every' }, () => text),
      );
    }
    expect(connection.heard).toEqual([textOf('one'), textOf('two')]);
    expect(members.missed(ann, 'en', sequence)).toHaveLength(2);
    expect(members.missed(ann, 'en', sequence + 1)).toEqual([JSON.stringify(pong('two'))]);
    expect(members.missed(ben, 'en', sequence)).toBeNull();
  });

  test('with delivery "newest" is sent with the tick, once per key, in its latest state', () => {
    const { members, connection, next } = opened();
    const { sequence } = next();
    let rate = '0.5';
    for (const key of ['a', 'b', 'a'])
      members.notify(
        ann,
        notice({ kind: 'newest', key }, () => `${key} ${rate}`),
      );
    expect(connection.heard).toEqual([]);
    rate = '0.7';
    next();
    members.publish();
    expect(connection.heard).toEqual([`a=${textOf('a 0.7')}`, `b=${textOf('b 0.7')}`]);
    members.publish();
    expect(connection.heard).toHaveLength(2);
    rate = '0.8';
    next();
    members.notify(
      ann,
      notice({ kind: 'newest', key: 'a' }, () => `a ${rate}`),
    );
    members.publish();
    expect(members.missed(ann, 'en', sequence)).toEqual(['b 0.7', 'a 0.8'].map((text) => JSON.stringify(pong(text))));
  });

  test('with delivery "connected" is not sent again', () => {
    const { members, connection, next } = opened();
    const { sequence } = next();
    next();
    members.notify(
      ann,
      notice({ kind: 'connected', key: 'a' }, () => 'now'),
    );
    expect(connection.heard).toEqual([textOf('now')]);
    expect(members.missed(ann, 'en', sequence)).toEqual([]);
  });
});

test('a source is called only for commands with events that it reads', () => {
  const { views, next } = opened();
  const asked: string[] = [];
  const source = (name: string, reads: NoticeSource['reads']): NoticeSource => ({
    reads,
    of: ({ command }) => {
      asked.push(`${name} ${command.type}`);
      return [];
    },
  });
  const sources = new NoticeSources(views, [
    source('markets', ['market_listed', 'currency_listed']),
    source('currencies', ['currency_listed']),
  ]);
  for (let n = 0; n < 4; n += 1) sources.of(next(), () => true);
  expect(asked).toEqual([
    'markets list_currency',
    'currencies list_currency',
    'markets list_currency',
    'currencies list_currency',
    'markets list_market',
  ]);
});

import { describe, expect, it } from 'vitest';
import { commandCodec, commandDeclarations } from './command.ts';
import { CommandCodec } from './declaration/command.ts';
import { randomFields } from './simulation/random-values.ts';
import { Random } from './simulation/random.ts';
import type { Command, CommandType } from './command.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const types = Object.keys(commandDeclarations).filter((type): type is CommandType => type in commandDeclarations);
const derived = new CommandCodec<Command>(commandDeclarations);

function someCommand(type: CommandType, random: Random): Command {
  const { constants, fields } = commandDeclarations[type];
  return { type, ...constants, ...randomFields(fields, random) } as Command;
}

describe(`the journal form of commands (seed ${seed})`, () => {
  it.each(types)('decodes an encoded %s to an equal command', (type) => {
    const random = new Random(seed);
    for (let time = 0; time < 100; time += 1) {
      const command = someCommand(type, random);
      const encoded: unknown = JSON.parse(JSON.stringify(commandCodec.encode(command)));
      expect(commandCodec.check(encoded), JSON.stringify(encoded)).toBe(true);
      expect(commandCodec.check(encoded) && commandCodec.decode(encoded)).toEqual(command);
    }
  });

  it.each(['place_order', 'cancel_order'] as const)(
    'has the same result for %s from the hand-written and the derived codec',
    (type) => {
      const random = new Random(seed);
      for (let time = 0; time < 300; time += 1) {
        const command = someCommand(type, random);
        const encoded = commandCodec.encode(command);
        expect(encoded).toEqual(derived.encode(command));
        expect(Object.entries(commandCodec.decode(encoded))).toEqual(Object.entries(derived.decode(encoded)));
        for (const wrong of [0.5, -1, '', 'x', true, null, [], {}, Number.NaN, 2 ** 53]) {
          const at = random.integer(1, encoded.length - 1);
          const changed = encoded.with(at, wrong);
          expect(commandCodec.check(changed), JSON.stringify(changed)).toBe(derived.check(changed));
        }
        expect(commandCodec.check([...encoded, 1])).toBe(false);
        expect(commandCodec.check(encoded.slice(0, -1))).toBe(false);
      }
    },
  );

  it('rejects arrays that are not an encoded command', () => {
    const wrong: unknown[] = [null, {}, [], ['decide'], ['decide', null], ['decide', []], ['decide', {}], ['toString']];
    for (const encoded of wrong) expect(commandCodec.check(encoded), JSON.stringify(encoded)).toBe(false);
    expect(commandCodec.check(['list_currency', 1, 'BTC', 8, 0, 'setup'])).toBe(false);
    expect(commandCodec.check(['decide', { type: 'place_order' }])).toBe(false);
    expect(commandCodec.check(['place_order', 1])).toBe(false);
  });
});

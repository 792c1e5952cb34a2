import { Sheet } from '../../ui/sheet.tsx';
import type { PlainConsoleKey } from '../texts/texts.ts';
import { useTexts } from '../texts/texts.ts';
import classes from './keyboard-help.module.css';

const shortcuts: readonly (readonly [keys: readonly PlainConsoleKey[], what: PlainConsoleKey])[] = [
  [['keys.j', 'keys.k'], 'help.rows'],
  [['keys.enter'], 'help.open'],
  [['keys.a', 'keys.r'], 'help.decide'],
  [['keys.slash'], 'help.search'],
  [['keys.escape'], 'help.close'],
  [['keys.question'], 'help.help'],
];

export function KeyboardHelp({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const t = useTexts();
  return (
    <Sheet title={t('help.title')} opened={opened} from="centre" onClose={onClose}>
      <dl className={classes.help}>
        {shortcuts.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{t(key)}</kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}

import type { Match } from '@bourse/contract/markets';
import { IconEyeOff, IconLock, IconPointer, IconTrash, IconTrashX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../live/context.tsx';
import { Toolbar } from '../../../ui/toolbar.tsx';
import { announce } from '../../../ui/announcer.tsx';
import { openBoard, type DrawingBoard, type TextPlace } from './drawing-board.ts';
import {
  drawingBounds,
  drawingTools,
  readDrawings,
  writeDrawings,
  type Drawing,
  type DrawingTool,
} from './drawings.ts';
import type { PriceChart } from './price-chart.ts';
import { ToolSign } from './tool-sign.tsx';
import classes from './drawing-layer.module.css';

interface DrawingLayerProps {
  readonly chart: PriceChart;
  readonly match: Match;
  /** Whether the tools are shown; drawings are visible without them. */
  readonly tools: boolean;
}

/** A market's drawings on its chart, and the drawing tools. Must be keyed by market. */
export function DrawingLayer({ chart, match, tools }: DrawingLayerProps) {
  const { t } = useTranslation();
  const { storage } = useLive();
  const board = useRef<DrawingBoard | null>(null);
  const [drawings, setDrawings] = useState(() => readDrawings(storage.read('chart_drawings'), match.id));
  const [tool, setTool] = useState<DrawingTool | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const [hidden, setHidden] = useState(false);
  const [writing, setWriting] = useState<TextPlace | null>(null);

  // In layout effects, here and for the keys: what the tools show must already react to a press.
  useLayoutEffect(() => {
    const kept = readDrawings(storage.read('chart_drawings'), match.id);
    const opened = openBoard(chart.library, kept, {
      onChange: (after, before) => {
        storage.write('chart_drawings', writeDrawings(storage.read('chart_drawings'), match.id, { before, after }));
        setDrawings(after);
      },
      onEnd: () => setTool(null),
      onSelect: setSelected,
      onText: setWriting,
    });
    board.current = opened;
    return () => {
      board.current = null;
      opened.close();
    };
  }, [chart, match.id, storage]);
  useDrawingKeys(board, tools, tool, selected);

  const choose = (next: DrawingTool | null): void => {
    board.current?.giveUp();
    if (next === null || next === tool) return;
    if (hidden) toggleHidden();
    setTool(next);
    board.current?.begin(next);
    announce(t('chart.howToDraw', { tool: t(`chart.${next}`) }));
  };
  const toggleHidden = (): void => {
    board.current?.hide(!hidden);
    setHidden(!hidden);
  };
  const none = drawings.length === 0;
  const allLocked = drawings.every((one) => one.locked);
  const locked = selected === null ? !none && allLocked : isLocked(drawings, selected);
  const frame = chart.library.getDom()?.parentElement ?? null;
  return (
    <>
      {tools && (
        <Toolbar label={t('chart.draw')} orientation="vertical" className={classes.strip}>
          <Tool label={t('chart.select')} pressed={tool === null} onPress={() => choose(null)}>
            <IconPointer {...sign} />
          </Tool>
          {drawingTools.map((name) => (
            <Tool key={name} label={t(`chart.${name}`)} pressed={tool === name} onPress={() => choose(name)}>
              <ToolSign tool={name} />
            </Tool>
          ))}
          <span className={classes.rule} />
          <Tool
            label={t('chart.lock')}
            pressed={locked}
            disabled={none}
            onPress={() => board.current?.lock(selected, !locked)}
          >
            <IconLock {...sign} />
          </Tool>
          <Tool label={t('chart.hide')} pressed={hidden} disabled={none} onPress={toggleHidden}>
            <IconEyeOff {...sign} />
          </Tool>
          <Tool
            label={t('chart.deleteOne')}
            disabled={selected === null}
            onPress={() => selected !== null && board.current?.remove(selected)}
          >
            <IconTrash {...sign} />
          </Tool>
          <Tool label={t('chart.deleteAll')} disabled={allLocked} onPress={() => board.current?.removeAll()}>
            <IconTrashX {...sign} />
          </Tool>
        </Toolbar>
      )}
      {writing !== null &&
        frame !== null &&
        createPortal(
          <TextField
            key={writing.id}
            place={writing}
            onDone={(text) => {
              setWriting(null);
              board.current?.write(writing.id, text);
            }}
          />,
          frame,
        )}
    </>
  );
}

const sign = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

interface ToolProps {
  readonly label: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onPress: () => void;
  readonly children: React.ReactNode;
}

function Tool({ label, pressed, disabled = false, onPress, children }: ToolProps) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      {children}
    </button>
  );
}

/** Edits a text in place. Enter and blur accept it; Escape discards the change. */
function TextField({ place, onDone }: { readonly place: TextPlace; readonly onDone: (text: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(place.text);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <input
      ref={field}
      className={classes.words}
      style={{ left: place.x + 4, top: place.y - 14 }}
      aria-label={t('chart.textOf')}
      maxLength={drawingBounds.text}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => onDone(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone(text);
        else if (event.key === 'Escape') onDone(place.text);
        else return;
        event.preventDefault();
      }}
    />
  );
}

function isLocked(drawings: readonly Drawing[], id: string): boolean {
  return drawings.find((one) => one.id === id)?.locked === true;
}

/**
 * While the tools are shown, Escape cancels the drawing in progress, and Delete removes the selected one, or with Shift
 * all that are not locked.
 */
function useDrawingKeys(
  board: React.RefObject<DrawingBoard | null>,
  tools: boolean,
  tool: DrawingTool | null,
  selected: string | null,
): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.target instanceof HTMLInputElement || document.querySelector('[aria-modal="true"]') !== null) return;
      if (event.key === 'Escape' && tool !== null) board.current?.giveUp();
      else if (event.key === 'Delete' && event.shiftKey && tools) board.current?.removeAll();
      else if ((event.key === 'Delete' || event.key === 'Backspace') && selected !== null)
        board.current?.remove(selected);
      else return;
      event.preventDefault();
    };
    // In the capture phase, so that other listeners do not see an Escape that cancels a drawing.
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [board, tools, tool, selected]);
}

import { IconArrowBackUp, IconArrowUpRight, IconScribble, IconSquare } from '@tabler/icons-react';
import type { PinView } from '../viewer/pin-view.ts';
import buttons from '../viewer/tool-button.module.css';
import { ToolButton } from '../viewer/tool-button.tsx';
import type { ViewerState } from '../viewer/use-viewer.ts';
import styles from './pins.module.css';

const TOOLS = [
  ['box', 'Box', IconSquare],
  ['arrow', 'Arrow', IconArrowUpRight],
  ['freehand', 'Freehand', IconScribble],
] as const;
const MAX_SHAPES = 20;

type DrawingToolsProps = { viewer: ViewerState; draft: NonNullable<PinView['draft']> };

export function DrawingTools({ viewer: { pin, patchPin }, draft }: DrawingToolsProps) {
  const { drawing } = draft;
  return (
    <fieldset className={`${styles.tools} ${buttons.captioned}`} aria-label="Draw on the photo">
      {TOOLS.map(([tool, label, icon]) => (
        <ToolButton
          key={tool}
          {...{ label, icon }}
          isPressed={pin.tool === tool}
          isDisabled={drawing.length >= MAX_SHAPES}
          onClick={() => patchPin({ tool: pin.tool === tool ? null : tool })}
        />
      ))}
      <ToolButton
        label="Undo"
        icon={IconArrowBackUp}
        isDisabled={drawing.length === 0}
        onClick={() => patchPin({ draft: { ...draft, drawing: drawing.slice(0, -1) } })}
      />
    </fieldset>
  );
}

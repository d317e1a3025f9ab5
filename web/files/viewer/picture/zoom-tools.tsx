import { IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import buttons from '../tool-button.module.css';
import { ToolButton } from '../tool-button.tsx';
import type { ViewerState } from '../use-viewer.ts';
import { type ViewportAction, ZOOM } from './viewport.ts';

export function ZoomTools({ viewer: { view, dispatch } }: { viewer: ViewerState }) {
  const percent = `${Math.round(view.scale * 100)}%`;
  return (
    <>
      <ToolButton
        label="Zoom out"
        shortcut="-"
        icon={IconZoomOut}
        isDisabled={view.scale <= ZOOM.min}
        onClick={() => dispatch({ type: 'zoom', factor: 1 / ZOOM.step })}
      />
      <button
        type="button"
        className={buttons.zoom}
        title="Reset zoom"
        aria-keyshortcuts="0"
        onClick={() => dispatch({ type: 'reset' })}
      >
        <span className={buttons.short} aria-hidden>
          {percent}
        </span>
        <span className={buttons.text}>Zoom {percent}, reset</span>
      </button>
      <ToolButton
        label="Zoom in"
        shortcut="+"
        icon={IconZoomIn}
        isDisabled={view.scale >= ZOOM.max}
        onClick={() => dispatch({ type: 'zoom', factor: ZOOM.step })}
      />
      <ToolButton
        label="Rotate"
        shortcut="r"
        icon={IconRotateClockwise}
        onClick={() => dispatch({ type: 'rotate' })}
      />
    </>
  );
}

export function actionForKey(key: string): ViewportAction | null {
  switch (key) {
    case '+':
    case '=':
      return { type: 'zoom', factor: ZOOM.step };
    case '-':
    case '_':
      return { type: 'zoom', factor: 1 / ZOOM.step };
    case '0':
      return { type: 'reset' };
    case 'r':
    case 'R':
      return { type: 'rotate' };
    default:
      return null;
  }
}

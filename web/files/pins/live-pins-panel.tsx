import type { ViewerState } from '../viewer/use-viewer.ts';
import { DrawingTools } from './drawing-tools.tsx';
import { PinConversation } from './pin-conversation.tsx';
import { PinForm } from './pin-form.tsx';
import { PinsPanel } from './pins-panel.tsx';
import { fileOf } from './placed-pins.ts';
import { useFilePins } from './use-pins.ts';
import { WeekStrip } from './week-strip.tsx';

export function LivePinsPanel({ viewer, projectId }: { viewer: ViewerState; projectId: string }) {
  const file = fileOf(viewer);
  const { draft } = viewer.pin;
  const close = () => viewer.patchPin({ draft: null, tool: null });
  return (
    <PinsPanel
      viewer={viewer}
      pins={useFilePins(file?.id)}
      form={
        draft && draft.fileId === file?.id ? (
          <>
            {draft.seconds === null ? <DrawingTools {...{ viewer, draft }} /> : null}
            <PinForm
              key={draft.fileId}
              projectId={projectId}
              place={{ kind: 'file', ...draft }}
              drawing={draft.drawing}
              onDone={({ id }) => viewer.openPin(id)}
              onCancel={close}
            />
          </>
        ) : null
      }
    >
      {(pin) => (
        <>
          <PinConversation pinId={pin.id} onDeleted={() => viewer.patchPin({ openId: null })} />
          <WeekStrip {...{ viewer, pin }} />
        </>
      )}
    </PinsPanel>
  );
}

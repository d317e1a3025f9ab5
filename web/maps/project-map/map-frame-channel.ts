import { type FromFrame, readFromFrame, type ToFrame } from '#web/maps/drawing/frame/messages.ts';

/** After the page of the map has loaded, its script must have said that it is ready, ms. */
const PATIENCE_MS = 1500;

export type MapFrameChannel = {
  /** Kept until the map is ready, and then said in order. */
  say: (message: ToFrame) => void;
  close: () => void;
};

type Options = { onMessage: (message: FromFrame) => void; onFailure: () => void };

/** Talks with the map in a frame. `onFailure` is called when its page does not come, or not with its script. */
export function openMapFrame(
  frame: HTMLIFrameElement,
  { onMessage, onFailure }: Options,
): MapFrameChannel {
  const origin = window.location.origin;
  let waiting: ToFrame[] | null = [];
  let timer = 0;
  const post = (message: ToFrame) => frame.contentWindow?.postMessage(message, origin);
  const hear = (event: MessageEvent<unknown>) => {
    const message = readFromFrame(event, { source: frame.contentWindow, origin });
    if (!message) return;
    if (message.type === 'map:ready') {
      const kept = waiting ?? [];
      waiting = null;
      for (const each of kept) post(each);
    }
    onMessage(message);
  };
  const hasLoaded = () => {
    timer = window.setTimeout(() => {
      if (waiting) onFailure();
    }, PATIENCE_MS);
  };
  window.addEventListener('message', hear);
  frame.addEventListener('load', hasLoaded);
  return {
    say: (message) => {
      if (waiting) waiting.push(message);
      else post(message);
    },
    close: () => {
      window.clearTimeout(timer);
      window.removeEventListener('message', hear);
      frame.removeEventListener('load', hasLoaded);
    },
  };
}

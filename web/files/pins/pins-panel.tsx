import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { pinStateLabel } from '#domain/pin-texts.ts';
import type { Pin } from '#domain/pins.ts';
import { date, videoTime } from '#web/lib/formats.ts';
import { VirtualList } from '#web/ui/virtual-list.tsx';
import { Panel } from '../viewer/panel.tsx';
import buttons from '../viewer/tool-button.module.css';
import { ToolButton } from '../viewer/tool-button.tsx';
import type { ViewerState } from '../viewer/use-viewer.ts';
import { PIN_ICONS, PinFacts } from './pin-facts.tsx';
import { fileOf, placedPins } from './placed-pins.ts';
import styles from './pins.module.css';

const isOn = ({ place }: Pin, fileId: string | undefined) =>
  place.kind === 'file' && place.fileId === fileId;

const FILTERS = {
  'All pins': () => true,
  Open: ({ state }) => state === 'open',
  Answered: ({ state }) => state === 'answered',
  Done: ({ state }) => state === 'done',
  'Assigned to me': ({ isMine }) => isMine,
  'This week': isOn,
} satisfies Record<string, (pin: Pin, fileId: string | undefined) => boolean>;

type PinsPanelProps = {
  viewer: ViewerState;
  pins: readonly Pin[];
  form?: ReactNode;
  children?: (pin: Pin) => ReactNode;
};

/** The pins of the shown photo's viewpoint, or one of them. */
export function PinsPanel({ viewer, pins, form, children }: PinsPanelProps) {
  const [filter, setFilter] = useState<keyof typeof FILTERS>('All pins');
  const file = fileOf(viewer);
  const placed = useMemo(() => (file ? placedPins(pins, file) : []), [pins, file]);
  const open = placed.find(({ pin }) => pin.id === viewer.pin.openId)?.pin;
  const shown = placed.filter(({ pin }) => FILTERS[filter](pin, file?.id));
  const isVideo = file?.kind === 'video';
  const onShow = ({ id, place, submissionId }: Pin, isHere: boolean) => {
    const isLoaded = viewer.collection.some(({ submission }) => submission.id === submissionId);
    if (!isHere && isLoaded && place.kind === 'file')
      viewer.openPlace({ submissionId, fileId: place.fileId });
    viewer.openPin(id, true);
  };
  const list = (
    <>
      <select
        className="control"
        aria-label="Filter"
        value={filter}
        onChange={(event) => setFilter(event.target.value as keyof typeof FILTERS)}
      >
        {Object.keys(FILTERS).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      {shown.length === 0 ? (
        <p className={styles.meta}>No pins{placed.length > 0 ? ' match' : ' yet'}.</p>
      ) : null}
      <VirtualList label="Pins" portionClassName={styles.list} things={shown}>
        {(thing) => <PinRow {...thing} {...{ isVideo, onShow }} />}
      </VirtualList>
    </>
  );
  return (
    <Panel title="Pins" className={styles.panel} onClose={viewer.closePanel}>
      {form ??
        (open ? (
          <>
            <div className={`${styles.tools} ${buttons.captioned}`}>
              <ToolButton
                label="All pins"
                icon={IconArrowLeft}
                onClick={() => viewer.patchPin({ openId: null })}
              />
            </div>
            {children?.(open) ?? <PinFacts pin={open} />}
          </>
        ) : (
          list
        ))}
    </Panel>
  );
}

type PinRowProps = ReturnType<typeof placedPins>[number] & {
  isVideo: boolean;
  onShow: (pin: Pin, isHere: boolean) => void;
};

function PinRow({ pin, at, seconds, isVideo, onShow }: PinRowProps) {
  const Icon = PIN_ICONS[pin.state];
  const facts = [
    isVideo && videoTime(seconds),
    pin.submissionTitle,
    date(pin.createdAt, pin.timeZone),
    at === 'unplaced' && 'Not placed in this week',
    at === 'outside' && 'Outside this photo',
  ];
  return (
    <button type="button" onClick={() => onShow(pin, typeof at !== 'string')}>
      <Icon size={18} aria-label={pinStateLabel(pin)} />
      <span>
        {pin.text.slice(0, 140)}
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
    </button>
  );
}

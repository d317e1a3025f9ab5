import { IconArrowLeft } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { PIN_STATE_LABELS, pinStateLabel } from '#domain/pin-texts.ts';
import type { Pin, PinState } from '#domain/pins.ts';
import { date, videoTime } from '#web/lib/formats.ts';
import { Panel } from '../viewer/panel.tsx';
import { ToolButton } from '../viewer/tool-button.tsx';
import type { ViewerState } from '../viewer/use-viewer.ts';
import { PIN_ICONS, PinFacts } from './pin-facts.tsx';
import { fileOf, placedPins } from './placed-pins.ts';
import styles from './pins.module.css';

const STATES = ['open', 'answered', 'done'] as const satisfies PinState[];
const SCOPES = { all: 'All weeks', week: 'This week', mine: 'Assigned to me' };

type PinsPanelProps = {
  viewer: ViewerState;
  pins: readonly Pin[];
  form?: ReactNode;
  children?: (pin: Pin) => ReactNode;
};

/** The pins of the shown photo's viewpoint, or one of them. */
export function PinsPanel({ viewer, pins, form, children }: PinsPanelProps) {
  const [state, setState] = useState('');
  const [scope, setScope] = useState<keyof typeof SCOPES>('all');
  const file = fileOf(viewer);
  const placed = file ? placedPins(pins, file) : [];
  const open = placed.find(({ pin }) => pin.id === viewer.pin.openId)?.pin;
  const isWanted = ({ pin }: { pin: Pin }) =>
    (state === '' || pin.state === state) &&
    (scope !== 'mine' || pin.isMine) &&
    (scope !== 'week' || (pin.place.kind === 'file' && pin.place.fileId === file?.id));
  const shown = placed.filter(isWanted);
  const show = ({ id, place, submissionId }: Pin, at: string | object) => {
    const isHere = viewer.collection.some(({ submission }) => submission.id === submissionId);
    if (typeof at === 'string' && isHere && place.kind === 'file')
      viewer.openPlace({ submissionId, fileId: place.fileId });
    viewer.openPin(id, true);
  };
  const list = (
    <>
      <div className={styles.filters}>
        <select
          className="control"
          aria-label="State"
          value={state}
          onChange={(event) => setState(event.target.value)}
        >
          <option value="">All states</option>
          {STATES.map((name) => (
            <option key={name} value={name}>
              {PIN_STATE_LABELS[name]}
            </option>
          ))}
        </select>
        <select
          className="control"
          aria-label="Pins"
          value={scope}
          onChange={(event) => setScope(event.target.value as keyof typeof SCOPES)}
        >
          {Object.entries(SCOPES).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {shown.length === 0 ? (
        <p className={styles.meta}>No pins{placed.length > 0 ? ' match' : ' yet'}.</p>
      ) : null}
      <ul className={styles.list}>
        {shown.map(({ pin, at, seconds }) => {
          const Icon = PIN_ICONS[pin.state];
          return (
            <li key={pin.id}>
              <button type="button" onClick={() => show(pin, at)}>
                <Icon size={18} aria-label={pinStateLabel(pin)} />
                <span>
                  {pin.text.slice(0, 140)}
                  <small>
                    {[
                      file?.kind === 'video' && videoTime(seconds),
                      pin.submissionTitle,
                      date(pin.createdAt, pin.timeZone),
                      at === 'unplaced' && 'Not placed in this week',
                      at === 'outside' && 'Outside this photo',
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
  return (
    <Panel title="Pins" className={styles.panel} onClose={viewer.closePanel}>
      {form ??
        (open ? (
          <>
            <ToolButton
              label="All pins"
              icon={IconArrowLeft}
              onClick={() => viewer.patchPin({ openId: null })}
            />
            {children?.(open) ?? <PinFacts pin={open} />}
          </>
        ) : (
          list
        ))}
    </Panel>
  );
}

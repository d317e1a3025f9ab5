import { IconMapPin } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { MapPosition } from '#domain/measurements.ts';
import type { Pin } from '#domain/pins.ts';
import { PinConversation } from '#web/files/pins/pin-conversation.tsx';
import { PinForm } from '#web/files/pins/pin-form.tsx';
import { api } from '#web/lib/api.ts';
import type { DrawnShape } from './drawing/survey-map.ts';
import styles from './side.module.css';
import type { Survey } from './use-survey.ts';

function shapesOf({ id, place, text }: Pin, openId: string | null): DrawnShape[] {
  if (place.kind !== 'map') return [];
  const corners: MapPosition[] = [[place.longitude, place.latitude]];
  const label = text.length > 28 ? `${text.slice(0, 24).trimEnd()}…` : text;
  return [{ id, shape: 'point', corners, label, isChosen: id === openId }];
}

type PinSectionProps = { survey: Survey; projectId: string };

/** Pins on the map of the shown week, for people who are signed in. */
export function PinSection({ survey, projectId }: PinSectionProps) {
  const { openId, setOpenId, setPinShapes, measuring } = survey;
  const { submissionId } = survey.view;
  const query = useQuery(api.pins.list.queryOptions({ input: { submissionId, isOnMap: true } }));
  const pins = query.data?.pins;
  const [added, setAdded] = useState<{ submissionId: string; at: MapPosition } | null>(null);
  const at = added?.submissionId === submissionId ? added.at : null;
  const draw = useEffectEvent(setPinShapes);
  useEffect(() => draw((pins ?? []).flatMap((pin) => shapesOf(pin, openId))), [pins, openId]);
  return (
    <section className={styles.section} aria-labelledby="map-pins">
      <h3 id="map-pins">Pins</h3>
      <div className={styles.tools}>
        <button
          type="button"
          aria-pressed={measuring.isPicking}
          onClick={() => measuring.pick((place) => setAdded({ submissionId, at: place }))}
        >
          <IconMapPin size={20} stroke={1.75} aria-hidden />
          Add Pin
        </button>
      </div>
      {measuring.isPicking ? (
        <p className={styles.hint}>
          {matchMedia('(pointer: coarse)').matches
            ? 'Tap the spot.'
            : 'Click the spot. By keyboard: arrow keys move the map, Enter adds the pin at its center.'}
        </p>
      ) : null}
      {at ? (
        <PinForm
          projectId={projectId}
          place={{ kind: 'map', submissionId, longitude: at[0], latitude: at[1] }}
          onDone={({ id }) => {
            setAdded(null);
            setOpenId(id);
          }}
          onCancel={() => setAdded(null)}
        />
      ) : null}
      <ul className={styles.list}>
        {pins?.map(({ id, text }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.entry}
              aria-expanded={id === openId}
              onClick={() => setOpenId(id === openId ? null : id)}
            >
              {text}
            </button>
            {id === openId ? (
              <div className={styles.opened}>
                <PinConversation pinId={id} />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

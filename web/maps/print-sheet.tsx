import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { MEASURE_NAMES } from '#domain/measurements.ts';
import { createSurveyMap, type SurveyMap } from '#web/maps/drawing/survey-map.ts';
import { Figures, figuresOf, uncertaintiesOf, Legend } from './figures.tsx';
import { figureOf } from './measure-text.ts';
import styles from './print.module.css';
import { ChangeNote } from './residual-note.tsx';
import { useUnits } from '#web/lib/use-units.ts';
import { type MapSubmission, labelsOf } from './survey-view.ts';
import type { Survey } from './use-survey.ts';

type PrintSheetProps = {
  survey: Survey;
  map: SurveyMap;
};

/** In pixels. Must match print.module.css. */
const PAPER_WIDTH = 1024;

/** A full-screen print preview. The Print button works once everything is drawn. */
export function PrintSheet({ survey, map }: PrintSheetProps) {
  const { layers, view, labels, timeZone } = survey;
  const kept = survey.kept.list;
  const units = useUnits();
  const onDone = () => survey.setPrinting(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const [isReady, setReady] = useState(false);
  // Must run before the maps inside measure their size.
  useLayoutEffect(() => {
    const element = dialog.current;
    const root = document.documentElement;
    element?.style.setProperty('--fit', `${window.innerWidth / PAPER_WIDTH}`);
    element?.showModal();
    // Hides the rest of the page in print.
    root.dataset.printsMap = '';
    return () => {
      element?.close();
      delete root.dataset.printsMap;
    };
  }, []);
  return createPortal(
    <dialog ref={dialog} className={styles.sheet} aria-label="Print the map" onClose={onDone}>
      <div className={`${styles.bar} screen-only`}>
        <button type="button" disabled={!isReady} onClick={() => window.print()}>
          {isReady ? 'Print' : 'Drawing the map...'}
        </button>
        <button type="button" onClick={onDone}>
          Close
        </button>
      </div>
      <div className={styles.paper}>
        <header className={styles.head}>
          <div>
            <h1>{survey.projectName}</h1>
            <p>{submissionsText([layers.first, layers.second], timeZone)}</p>
          </div>
          <NorthArrow />
        </header>
        <div className={styles.maps}>
          {layers.panes.map((_, index) => (
            <PrintedMap
              key={index === 0 ? 'first' : 'second'}
              {...{ survey, map, index }}
              onReady={setReady}
            />
          ))}
          {view.mode === 'single' ? null : (
            <p className={styles.labels}>
              <span>{labels[0]}</span>
              <span>{labels[1]}</span>
            </p>
          )}
        </div>
        <div className={styles.below}>
          {layers.scale ? (
            <Legend scale={layers.scale}>
              <ChangeNote survey={survey} />
            </Legend>
          ) : null}
          <PrintedFigures survey={survey} />
          {uncertaintiesOf(layers, labels, units).map((note) => (
            <p key={note}>{note}</p>
          ))}
          {kept.length > 0 ? (
            <table>
              <caption>Measurements</caption>
              <tbody>
                {kept.map(({ id, title: name, result }) => (
                  <tr key={id}>
                    <th scope="row">{name}</th>
                    <td>{MEASURE_NAMES[result.kind]}</td>
                    <td>{figureOf(result, units)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : null}
        </div>
      </div>
    </dialog>,
    document.body,
  );
}

type PrintedMapProps = PrintSheetProps & { index: number; onReady: (isReady: boolean) => void };

function PrintedMap({ survey, map, index, onReady }: PrintedMapProps) {
  const { layers, shapes, view } = survey;
  const units = useUnits();
  const target = useRef<HTMLDivElement>(null);
  // Captured when printing was requested.
  const [wanted] = useState({ map, pane: layers.panes[index] ?? [], shapes, units, view });
  useEffect(() => {
    if (!target.current) return;
    const { pane, view: shown } = wanted;
    const printed = createSurveyMap(target.current, {
      label: 'Printed map',
      isDark: false,
      units: wanted.units,
      onStatus: () => {},
    });
    printed.showLayers(pane);
    printed.setSplit(shown.mode === 'swipe' ? (shown.split ?? 50) : null);
    printed.showShapes(wanted.shapes);
    printed.matchExtent(wanted.map);
    let isOver = false;
    const waitUntilDrawn = async () => {
      await printed.whenDrawn();
      if (!isOver) onReady(true);
    };
    void waitUntilDrawn();
    return () => {
      isOver = true;
      printed.dispose();
    };
  }, [wanted, onReady]);
  return <div ref={target} className={styles.map} />;
}

function PrintedFigures({ survey: { layers, labels } }: { survey: Survey }) {
  const units = useUnits();
  const isCompared = layers.second !== undefined;
  return layers.sides.map((shown, index) => {
    const figures = figuresOf({ shown }, units);
    if (figures.length === 0) return null;
    const title = labels[index] ?? '';
    return (
      <div key={index === 0 ? 'first' : 'second'}>
        {isCompared ? <p className={styles.week}>{title}</p> : null}
        <Figures title={title} figures={figures} />
      </div>
    );
  });
}

const submissionsText = (weeks: readonly (MapSubmission | undefined)[], timeZone: string) =>
  weeks
    .flatMap((one) => (one ? [labelsOf(one, timeZone).toReversed().join(' · ')] : []))
    .join(' – ');

function NorthArrow() {
  return (
    <svg viewBox="0 0 32 44" width="32" height="44" role="img" aria-label="North is up">
      <path d="M16 2 26 34 16 28 6 34Z" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M16 2 26 34 16 28Z" fill="currentColor" />
      <text x="16" y="44" textAnchor="middle" fontSize="10" fontWeight="700" fill="currentColor">
        N
      </text>
    </svg>
  );
}

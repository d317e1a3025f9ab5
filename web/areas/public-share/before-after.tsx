import { useState } from 'react';
import type { SharedFile } from '#domain/files.ts';
import type { SharedPage } from '#domain/share-links.ts';
import type { SharedSubmission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { CompareSlider } from '#web/features/viewer/compare/compare-slider.tsx';
import type { Opening } from '#web/features/viewer/opening.ts';
import { date } from '#web/lib/formats.ts';
import { averageColour } from '#web/ui/picture/placeholder.ts';
import { imageSources } from '#web/ui/picture/sources.ts';
import { firstPair, growthFor } from './before-after-pair.ts';
import shared from './shared-page.module.css';
import styles from './before-after.module.css';
import { type SharedFiles, useFilesOf } from './use-shared-files.ts';
import { Waiting } from './waiting.tsx';
import { SubmissionSelect } from './submission-select.tsx';

type BeforeAfterProps = {
  page: SharedPage;
  files: SharedFiles;
  onOpen: (opening: Opening) => void;
};

const photosIn = (files: readonly SharedFile[] | undefined) =>
  files?.filter(({ kind, presets }) => kind === 'photo' && presets.length > 0) ?? [];

/** The newest week and an earlier one on one another, from the same viewpoint where there is one. */
export function BeforeAfter({ page, files, onOpen }: BeforeAfterProps) {
  const { submissions, project } = page;
  const [newest, ...earlier] = submissions.filter(({ photoCount }) => photoCount > 0);
  const [chosenId, setChosenId] = useState(earlier[0]?.id);
  const chosen = earlier.find(({ id }) => id === chosenId) ?? earlier[0];
  const afterState = useFilesOf(files, newest?.id);
  const beforeState = useFilesOf(files, chosen?.id);
  if (!newest || !chosen) return null;

  const day = (submission: SharedSubmission) =>
    date(documentedDay(submission, project.timeZone), project.timeZone);
  const pair = firstPair(photosIn(beforeState.data?.files), photosIn(afterState.data?.files));
  const { before, after } = pair;
  const error = afterState.error ?? beforeState.error;
  return (
    <section className={shared.wide} aria-labelledby="comparison">
      <div className={shared.head}>
        <h2 id="comparison">Before and after</h2>
        <SubmissionSelect
          label="Compare with week"
          submissions={earlier}
          value={chosen.id}
          timeZone={project.timeZone}
          onChange={setChosenId}
        />
      </div>
      <div className={styles.slider}>
        <CompareSlider
          isPressable
          before={
            before ? (
              <Layer photo={before} growth={growthFor(pair.turn)} />
            ) : (
              <Waiting error={error} onRetry={() => void files.load(chosen.id)} />
            )
          }
          after={
            after ? <Layer photo={after} growth={growthFor(pair.turn)} turn={pair.turn} /> : null
          }
          beforeLabel={day(chosen)}
          afterLabel={day(newest)}
        />
      </div>
      {after && before ? (
        <p className={shared.below}>
          <span>{pair.isSamePlace ? 'From the same viewpoint.' : ''}</span>
          <button
            type="button"
            className={shared.button}
            onClick={() =>
              onOpen({
                mode: 'compare',
                file: { submissionId: newest.id, fileId: after.id },
                before: { submissionId: chosen.id, fileId: before.id },
              })
            }
          >
            Compare all photos
          </button>
        </p>
      ) : null}
    </section>
  );
}

type LayerProps = { photo: SharedFile; growth: number; turn?: number };

function Layer({ photo, growth, turn = 0 }: LayerProps) {
  const sources = imageSources(photo);
  return (
    <img
      key={photo.id}
      className={styles.layer}
      style={{
        backgroundColor: averageColour(photo.thumbhash),
        transform: growth > 1 ? `scale(${growth}) rotate(${turn}deg)` : undefined,
      }}
      {...sources}
      sizes="100vw"
      alt={photo.fileName}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}

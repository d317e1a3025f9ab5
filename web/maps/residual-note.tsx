import { useEffect, useState } from 'react';
import { MAX_RESIDUAL_PIXELS, type SurveyPair, type SurveyResidual } from '#domain/rasters.ts';
import { useUnits } from '#web/lib/use-units.ts';
import styles from './figures.module.css';
import { residualText } from './residual-text.ts';
import type { SurveySource } from './survey-source.ts';
import type { Survey } from './use-survey.ts';

/** Of the change map that is shown, if one is. */
export function ChangeNote({ survey: { source, view, layers } }: { survey: Survey }) {
  const [earlier, later] = layers.sides.map(([main]) => main);
  if (view.mode !== 'change' || !earlier || !later) return null;
  const pair = { fileId: later.fileId, earlierFileId: earlier.fileId };
  return <ResidualNote source={source} pair={pair} />;
}

type ResidualNoteProps = { source: SurveySource; pair: SurveyPair };
type Loaded = SurveyPair & { residual: SurveyResidual | null };

/** Whether the change between two surveys can be trusted. Nothing while it's measured, or if that fails. */
export function ResidualNote({ source, pair: { fileId, earlierFileId } }: ResidualNoteProps) {
  const units = useUnits();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let isOver = false;
    const load = async () => {
      const pair = { fileId, earlierFileId };
      const residual = await source.residual(pair);
      if (!isOver) setLoaded({ ...pair, residual });
    };
    load().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [source, fileId, earlierFileId]);
  if (loaded?.fileId !== fileId || loaded.earlierFileId !== earlierFileId) return null;
  const { residual } = loaded;
  const isWarning = !residual || residual.pixels > MAX_RESIDUAL_PIXELS;
  return (
    <p className={styles.residual} data-warning={isWarning || undefined}>
      {residualText(residual, units)}
    </p>
  );
}

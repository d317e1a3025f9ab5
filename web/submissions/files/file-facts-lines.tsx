import type { StaffFile } from '#domain/files.ts';
import { dateTime } from '#web/lib/formats.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { clockText, poseFacts, sizeFacts } from './file-facts.ts';
import classes from './files.module.css';

type FileFactsProps = {
  file: StaffFile;
  timeZone: string;
  /** Where the files are not all of one day. */
  withDay: boolean;
};

/** When a file was taken, from where, and how large it is, in two short lines. */
export function FileFacts({ file, timeZone, withDay }: FileFactsProps) {
  const units = useUnits();
  const { state, capturedAt, latitude, longitude } = file;
  if (state === 'processing') return <div className={classes.facts}>{sizeFacts(file)}</div>;
  const position = latitude === null ? undefined : `${latitude}, ${longitude}`;
  return (
    <>
      <div
        className={`${classes.facts} tabular`}
        title={capturedAt ? dateTime(capturedAt, timeZone) : undefined}
      >
        {capturedAt ? clockText(capturedAt, timeZone, withDay) : 'No capture time'}
      </div>
      <div className={`${classes.facts} tabular`} title={position}>
        {poseFacts(file, units).join(' · ') || sizeFacts(file)}
      </div>
    </>
  );
}

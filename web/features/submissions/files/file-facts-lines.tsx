import type { StaffFile } from '#domain/files.ts';
import { dateTime } from '#web/lib/formats.ts';
import { clockWords, poseFacts, sizeFacts } from './file-facts.ts';
import classes from './files.module.css';

/** When a file was taken, from where, and how large it is, in two short lines. */
export function FileFacts({ file, timeZone }: { file: StaffFile; timeZone: string }) {
  const { state, capturedAt, latitude, longitude } = file;
  if (state === 'processing') return <div className={classes.facts}>{sizeFacts(file)}</div>;
  const position = latitude === null ? undefined : `${latitude}, ${longitude}`;
  return (
    <>
      <div
        className={`${classes.facts} tabular`}
        title={capturedAt ? dateTime(capturedAt, timeZone) : undefined}
      >
        {capturedAt ? clockWords(capturedAt, timeZone) : 'No capture time'}
      </div>
      <div className={`${classes.facts} tabular`} title={position}>
        {poseFacts(file).join(' · ') || sizeFacts(file)}
      </div>
    </>
  );
}

import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import type { ElsewhereFile } from '#domain/elsewhere.ts';
import type { FileKind, StaffFile } from '#domain/files.ts';
import { counted } from '#web/lib/formats.ts';
import { Picture } from '#web/ui/picture.tsx';
import { FILE_ICONS } from '../files/file-picture.tsx';
import { useUnits } from '#web/lib/use-units.ts';
import { distanceFrom } from './elsewhere-text.ts';
import classes from './elsewhere.module.css';

const SHOWN_AT_FIRST = 4;

type ElsewhereFilesProps = {
  elsewhere: readonly ElsewhereFile[];
  projectName: string;
  files: readonly StaffFile[];
  onOpen: (file: StaffFile) => void;
};

/** Files that were taken at another place, each with how far that is. */
export function ElsewhereFiles({ elsewhere, projectName, files, onOpen }: ElsewhereFilesProps) {
  const units = useUnits();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? elsewhere : elsewhere.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <ul className={classes.files}>
        {shown.map((each) => {
          const file = files.find(({ id }) => id === each.fileId);
          return (
            <li key={each.fileId} className={classes.file}>
              <Small file={file} kind={each.kind} />
              <div style={{ minWidth: 0 }}>
                <Text size="sm" truncate>
                  {each.fileName}
                </Text>
                <Text size="sm" c="dimmed" className="tabular">
                  {distanceFrom([each], projectName, units)}
                </Text>
              </div>
              {file ? (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`View ${each.fileName}`}
                  onClick={() => onOpen(file)}
                >
                  View
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {elsewhere.length > shown.length ? (
        <Button variant="subtle" size="xs" onClick={() => setWhole(true)}>
          Show All {counted(elsewhere.length, 'file')}
        </Button>
      ) : null}
    </>
  );
}

function Small({ file, kind }: { file: StaffFile | undefined; kind: FileKind }) {
  const Icon = FILE_ICONS[kind];
  return (
    <div className={classes.picture}>
      {file && file.presets.length > 0 ? (
        <Picture picture={file} alt="" sizes="3.5rem" ratio={4 / 3} />
      ) : (
        <Icon size={20} stroke={1.5} aria-hidden />
      )}
    </div>
  );
}

import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { memo } from 'react';
import type { StaffFile } from '#domain/files.ts';
import { FileFacts } from './file-facts-lines.tsx';
import { FileMenu, type FileMenuProps } from './file-menu.tsx';
import { FilePicture } from './file-picture.tsx';
import classes from './files.module.css';

/** What a tile reports; the same functions for every tile, so that a tile is only drawn when it changed. */
export type TileHandlers = {
  onOpen: (file: StaffFile) => void;
  onSelect: (id: string, isSelected: boolean) => void;
  onRetry: (id: string) => void;
  onMenu: (id: string) => void;
  onCloseMenu: (buttonId: string) => void;
} & Pick<FileMenuProps, 'onMove' | 'onEmbed' | 'onRename' | 'onChapters' | 'onMoveTo' | 'onRemove'>;

type FileTileProps = {
  file: StaffFile;
  timeZone: string;
  withDay: boolean;
  isEager: boolean;
  /** The tile that the Tab key comes to. */
  isCurrent: boolean;
  isSelected: boolean;
  isMenuOpen: boolean;
  /** Where a file that is dragged over this one would land. */
  drop: 'before' | 'behind' | null;
  handlers: TileHandlers;
};

/** One file of a submission: its picture, its facts, and what can be done with it. */
export const FileTile = memo(function FileTile(props: FileTileProps) {
  const { file, timeZone, withDay, isEager, isCurrent, isSelected, isMenuOpen, drop, handlers } =
    props;
  const { id, fileName, state, errorMessage } = file;
  const menuButtonId = `actions-${id}`;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <li
      className={classes.tile}
      data-selected={isSelected || undefined}
      data-drop={drop ?? undefined}
      data-tile={id}
      draggable
    >
      <button
        type="button"
        className={classes.open}
        data-open={id}
        tabIndex={tabIndex}
        aria-label={`${fileName}${state === 'ready' ? '' : `, ${state}`}`}
        onClick={() => handlers.onOpen(file)}
      >
        <FilePicture file={file} isEager={isEager} />
      </button>
      <Checkbox
        className={classes.check}
        size="md"
        aria-label={`Select ${fileName}`}
        tabIndex={tabIndex}
        checked={isSelected}
        onChange={(event) => handlers.onSelect(id, event.currentTarget.checked)}
      />
      <ActionIcon
        id={menuButtonId}
        className={classes.menu}
        variant="default"
        tabIndex={tabIndex}
        aria-label={`Actions for ${fileName}`}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        onClick={() => handlers.onMenu(id)}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      {isMenuOpen ? (
        <FileMenu
          file={file}
          labelId={menuButtonId}
          onClose={() => handlers.onCloseMenu(menuButtonId)}
          {...handlers}
        />
      ) : null}
      <div className={classes.caption}>
        <div className={classes.name} title={fileName}>
          {fileName}
        </div>
        {state === 'failed' ? null : (
          <FileFacts file={file} timeZone={timeZone} withDay={withDay} />
        )}
        {errorMessage === null ? null : (
          <>
            <div className={classes.reason} data-state={state}>
              {errorMessage}
            </div>
            <Button
              size="compact-xs"
              variant="default"
              tabIndex={tabIndex}
              onClick={() => handlers.onRetry(id)}
            >
              Retry<span className="visually-hidden"> {fileName}</span>
            </Button>
          </>
        )}
      </div>
    </li>
  );
});

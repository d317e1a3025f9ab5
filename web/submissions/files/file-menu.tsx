import { Menu } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsRight,
  IconBookmarks,
  IconChevronsLeft,
  IconChevronsRight,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconPhoto,
  IconPhotoOff,
  IconPhotoStar,
  IconTextPlus,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Ref } from 'react';
import type { StaffFile } from '#domain/files.ts';
import type { Move } from './file-order.ts';
import classes from './files.module.css';
import type { RemovedFile } from './file-dialogs.tsx';

export type FileMenuProps = {
  file: StaffFile;
  labelId: string;
  onMove: (id: string, where: Move) => void;
  onEmbed: (file: StaffFile) => void;
  onRename: (file: StaffFile) => void;
  onChapters: (file: StaffFile) => void;
  onShowAsPhoto: (file: StaffFile) => void;
  onForClients: (file: StaffFile) => void;
  onCover: (file: StaffFile) => void;
  onMoveTo: (file: StaffFile) => void;
  onRemove: (file: RemovedFile) => void;
  onClose: () => void;
};

const MOVES: [Move, string, TablerIcon][] = [
  ['earlier', 'Move Earlier', IconArrowLeft],
  ['later', 'Move Later', IconArrowRight],
  ['start', 'Move to the Start', IconChevronsLeft],
  ['end', 'Move to the End', IconChevronsRight],
];

/** Positions the menu. Only the tile with the open menu renders one, because hundreds would be slow. */
const Anchor = ({ ref }: { ref?: Ref<HTMLSpanElement> }) => (
  <span ref={ref} className={classes.menuAnchor} />
);
const icon = (Icon: TablerIcon) => <Icon size={16} stroke={1.75} aria-hidden />;

const canBeCover = ({ state, presets, isForClients }: StaffFile) =>
  state === 'ready' && presets.length > 0 && isForClients;

export function FileMenu(props: FileMenuProps) {
  const { file, labelId, onMove, onEmbed, onRename, onChapters, onForClients } = props;
  const { onCover, onMoveTo, onRemove, onClose } = props;
  const { raw } = file;
  return (
    <Menu opened onClose={onClose} width={200}>
      <Menu.Target>
        <Anchor />
      </Menu.Target>
      <Menu.Dropdown aria-labelledby={labelId}>
        {MOVES.map(([where, label, Icon]) => (
          <Menu.Item key={where} leftSection={icon(Icon)} onClick={() => onMove(file.id, where)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        {file.state === 'ready' && file.isForClients ? (
          <Menu.Item leftSection={icon(IconTextPlus)} onClick={() => onEmbed(file)}>
            Embed
          </Menu.Item>
        ) : null}
        {file.kind === 'video' && file.state === 'ready' ? (
          <Menu.Item leftSection={icon(IconBookmarks)} onClick={() => onChapters(file)}>
            Chapters and Picture
          </Menu.Item>
        ) : null}
        {file.isCover || canBeCover(file) ? (
          <Menu.Item leftSection={icon(IconPhotoStar)} onClick={() => onCover(file)}>
            {file.isCover ? 'Remove as Cover' : 'Use as Cover'}
          </Menu.Item>
        ) : null}
        <Menu.Item
          leftSection={icon(file.isForClients ? IconEyeOff : IconEye)}
          onClick={() => onForClients(file)}
        >
          {file.isForClients ? 'Hide from Clients' : 'Show to Clients'}
        </Menu.Item>
        <Menu.Item leftSection={icon(IconPencil)} onClick={() => onRename(file)}>
          Rename
        </Menu.Item>
        {file.originalUrl ? (
          <Menu.Item
            component="a"
            href={file.originalUrl}
            download={file.fileName}
            leftSection={icon(IconDownload)}
          >
            Download Original
          </Menu.Item>
        ) : null}
        {(file.part || file.isShownAsPhoto) && file.state === 'ready' ? (
          <Menu.Item
            leftSection={icon(file.isShownAsPhoto ? IconPhotoOff : IconPhoto)}
            onClick={() => props.onShowAsPhoto(file)}
          >
            {file.isShownAsPhoto ? "Don't Show as Photo" : 'Show as Photo'}
          </Menu.Item>
        ) : null}
        {raw?.originalUrl ? (
          <Menu.Item
            component="a"
            href={raw.originalUrl}
            download={raw.fileName}
            leftSection={icon(IconDownload)}
          >
            Download RAW
          </Menu.Item>
        ) : null}
        {raw ? (
          <Menu.Item
            color="red"
            leftSection={icon(IconTrash)}
            onClick={() => onRemove({ ...raw, photoName: file.fileName })}
          >
            Remove RAW
          </Menu.Item>
        ) : null}
        {file.state === 'processing' ? null : (
          <Menu.Item leftSection={icon(IconArrowsRight)} onClick={() => onMoveTo(file)}>
            Move to…
          </Menu.Item>
        )}
        <Menu.Item color="red" leftSection={icon(IconTrash)} onClick={() => onRemove(file)}>
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

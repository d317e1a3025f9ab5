import { Menu } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconArrowsRight,
  IconBookmarks,
  IconChevronsLeft,
  IconChevronsRight,
  IconDownload,
  IconPencil,
  IconTextPlus,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Ref } from 'react';
import type { StaffFile } from '#domain/files.ts';
import type { Move } from './file-order.ts';
import classes from './files.module.css';

export type FileMenuProps = {
  file: StaffFile;
  /** The button that opened it. */
  labelId: string;
  onMove: (id: string, where: Move) => void;
  onEmbed: (file: StaffFile) => void;
  onRename: (file: StaffFile) => void;
  onChapters: (file: StaffFile) => void;
  onMoveTo: (file: StaffFile) => void;
  onRemove: (file: StaffFile) => void;
  onClose: () => void;
};

const MOVES: [Move, string, TablerIcon][] = [
  ['earlier', 'Move earlier', IconArrowLeft],
  ['later', 'Move later', IconArrowRight],
  ['start', 'Move to the start', IconChevronsLeft],
  ['end', 'Move to the end', IconChevronsRight],
];

/** Where the menu opens: a menu is made only for the tile it was opened on, hundreds would be slow. */
const Anchor = ({ ref }: { ref?: Ref<HTMLSpanElement> }) => (
  <span ref={ref} className={classes.menuAnchor} />
);
const icon = (Icon: TablerIcon) => <Icon size={16} stroke={1.75} aria-hidden />;

/** The open menu of a file. */
export function FileMenu(props: FileMenuProps) {
  const { file, labelId, onMove, onEmbed, onRename, onChapters, onMoveTo, onRemove, onClose } =
    props;
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
        {file.state === 'ready' ? (
          <Menu.Item leftSection={icon(IconTextPlus)} onClick={() => onEmbed(file)}>
            Embed
          </Menu.Item>
        ) : null}
        {file.kind === 'video' && file.state === 'ready' ? (
          <Menu.Item leftSection={icon(IconBookmarks)} onClick={() => onChapters(file)}>
            Chapters and picture
          </Menu.Item>
        ) : null}
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
            Download original
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

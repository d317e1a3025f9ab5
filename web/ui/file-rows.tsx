import { ActionIcon, Progress, Text } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { count } from '#web/lib/formats.ts';
import classes from './file-rows.module.css';

/** Beyond this many rows, the counts next to the list are enough. */
const MAX_ROWS = 100;

type RowListProps<T> = {
  label: string;
  items: readonly T[];
  /** Text for the rows left out: 'And 12 more waiting.' */
  more: string;
  most?: number;
  renderRow: (item: T) => ReactNode;
};

export function RowList<T>(props: RowListProps<T>) {
  const { label, items, more, most = MAX_ROWS, renderRow } = props;
  return (
    <div>
      <ul className={classes.list} aria-label={label}>
        {items.slice(0, most).map(renderRow)}
      </ul>
      {items.length > most ? (
        <Text c="dimmed" size="sm" pt="xs">
          And {count(items.length - most)} {more}.
        </Text>
      ) : null}
    </div>
  );
}

type FileRowProps = {
  icon: TablerIcon;
  name: string;
  title?: string | undefined;
  message: string;
  isBad?: boolean;
  percent?: number | null;
  /** Accessible name of the progress bar: 'Upload of 1.JPG'. */
  progress?: string;
  children: ReactNode;
};

export function FileRow(props: FileRowProps) {
  const { icon: Icon, name, title, message, isBad = false } = props;
  const { percent = null, progress, children } = props;
  return (
    <li className={classes.row}>
      <Icon
        size={18}
        stroke={1.75}
        aria-hidden
        color={isBad ? 'var(--mantine-color-error)' : 'var(--mantine-color-dimmed)'}
      />
      <div>
        <div className={classes.name} title={title ?? name}>
          {name}
        </div>
        <div className={`${classes.words} tabular`} data-bad={isBad || undefined}>
          {message}
        </div>
        {percent === null ? null : (
          <Progress
            className={classes.bar}
            size="xs"
            value={percent}
            aria-label={progress ?? name}
          />
        )}
      </div>
      <div className={classes.buttons}>{children}</div>
    </li>
  );
}

type RowButtonProps = { icon: TablerIcon; label: string; onPress: () => void };

export function RowButton({ icon: Icon, label, onPress }: RowButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onPress}>
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}

import { ActionIcon, Progress, Text } from '@mantine/core';
import {
  IconAlertCircle,
  IconClock,
  IconFileUpload,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { count, storageSize } from '#web/lib/formats.ts';
import { openItems, type UploadItem } from './queue/upload-item.ts';
import type { UploadQueue } from './queue/upload-queue.ts';
import classes from './uploads.module.css';

/** More rows help nobody; the counts beside the list say the rest. */
const MAX_ROWS = 100;

type RowListProps<T> = {
  label: string;
  items: readonly T[];
  /** What is said of those without a row: 'And 12 more waiting.' */
  more: string;
  renderRow: (item: T) => ReactNode;
};

/** The first hundred of many files, one a row. */
export function RowList<T>({ label, items, more, renderRow }: RowListProps<T>) {
  return (
    <div>
      <ul className={classes.list} aria-label={label}>
        {items.slice(0, MAX_ROWS).map(renderRow)}
      </ul>
      {items.length > MAX_ROWS ? (
        <Text c="dimmed" size="sm" pt="xs">
          And {count(items.length - MAX_ROWS)} {more}.
        </Text>
      ) : null}
    </div>
  );
}

type UploadRowsProps = { items: readonly UploadItem[]; queue: UploadQueue };

/** The files that are on their way or did not get through. */
export function UploadRows({ items, queue }: UploadRowsProps) {
  const open = openItems(items);
  if (open.length === 0) return null;
  return (
    <RowList
      label="Files being uploaded"
      items={open}
      more="more waiting"
      renderRow={(item) => <OpenRow key={item.id} item={item} queue={queue} />}
    />
  );
}

const iconOf = (item: UploadItem): TablerIcon => {
  if (item.state === 'failed') return IconAlertCircle;
  if (item.isPaused) return IconPlayerPause;
  return item.state === 'sending' ? IconFileUpload : IconClock;
};

type OpenRowProps = { item: UploadItem; queue: UploadQueue };

/** Drawn again only when its own file has moved: there may be a hundred of them. */
const OpenRow = memo(function OpenRow({ item, queue }: OpenRowProps) {
  const { id, name, size, sent, state, isPaused } = item;
  const isFailed = state === 'failed';
  return (
    <UploadRow
      icon={iconOf(item)}
      name={name}
      title={item.path}
      isBad={isFailed}
      message={wordsOf(item)}
      percent={state === 'sending' ? Math.floor((sent / size) * 100) : null}
    >
      {isFailed ? (
        <RowButton icon={IconRefresh} label={`Retry ${name}`} onPress={() => queue.retry(id)} />
      ) : (
        <RowButton
          icon={isPaused ? IconPlayerPlay : IconPlayerPause}
          label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
          onPress={() => (isPaused ? queue.resume(id) : queue.pause(id))}
        />
      )}
      <RowButton icon={IconX} label={`Cancel ${name}`} onPress={() => queue.cancel(id)} />
    </UploadRow>
  );
});

function wordsOf({ state, isPaused, size, sent, message }: UploadItem): string {
  if (state === 'failed') return message ?? 'The upload failed.';
  const bytes = sent > 0 ? `${storageSize(sent)} of ${storageSize(size)}` : storageSize(size);
  if (state === 'sending' && sent === size) return `${bytes} · Saving`;
  if (isPaused) return `${bytes} · Paused`;
  if (state === 'checking') return `${bytes} · Checking for duplicates`;
  return state === 'sending' ? bytes : `${bytes} · Waiting`;
}

type UploadRowProps = {
  icon: TablerIcon;
  name: string;
  title?: string | undefined;
  message: string;
  isBad?: boolean;
  percent?: number | null;
  children: ReactNode;
};

/** One file with what is to be said of it and its buttons. */
export function UploadRow(props: UploadRowProps) {
  const { icon: Icon, name, title, message, isBad = false, percent = null, children } = props;
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
        <div className={`${classes.message} tabular`} data-bad={isBad || undefined}>
          {message}
        </div>
        {percent === null ? null : (
          <Progress className={classes.bar} size="xs" value={percent} aria-label={`${name} sent`} />
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

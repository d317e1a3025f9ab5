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
import { memo } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import { FileRow, RowButton, RowList } from '#web/ui/file-rows.tsx';
import { openItems, type UploadItem } from './upload-item.ts';
import type { UploadQueue } from './upload-queue.ts';

/** What failed and what moves comes first, and changes several times a second. */
const MOST_OPEN = 30;

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
      most={MOST_OPEN}
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
    <FileRow
      icon={iconOf(item)}
      name={name}
      title={item.path}
      isBad={isFailed}
      message={wordsOf(item)}
      percent={state === 'sending' ? Math.floor((sent / size) * 100) : null}
      progress={`${name} sent`}
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
    </FileRow>
  );
});

function wordsOf({ state, isPaused, size, sent, message }: UploadItem): string {
  if (state === 'failed') return message ?? 'The upload failed.';
  const bytes = sent > 0 ? `${byteSize(sent)} of ${byteSize(size)}` : byteSize(size);
  if (state === 'sending' && sent === size) return `${bytes} · Saving`;
  if (isPaused) return `${bytes} · Paused`;
  if (state === 'checking') return `${bytes} · Checking for duplicates`;
  return state === 'sending' ? bytes : `${bytes} · Waiting`;
}

import {
  Card,
  Stack,
  Anchor,
  Breadcrumbs,
  Button,
  Group,
  Text,
  Checkbox,
  TextInput,
  Skeleton,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import { DriveGate } from '../connection/drive-gate.tsx';
import { useStartImport } from '../transfers/use-imports.ts';
import { FileChoice, type FileChoiceProps } from './file-choice.tsx';
import { TextLinks, type TextLinksProps } from './text-links.tsx';
import { type DriveBrowser, useDriveBrowser } from './use-drive-browser.ts';
import { IconFolder, IconHistory } from '@tabler/icons-react';
import { counted } from '#web/lib/formats.ts';
import { useForm } from '@mantine/form';
import { ERRORS } from '#domain/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { LoadError } from '#web/ui/states.tsx';

export type DrivePanelProps = {
  submissionId: string;
  timeZone: string;
  isForVideos?: boolean;
  onFolder?: (url: string) => void;
} & TextLinksProps;

/** Lists the photos, videos and documents behind a Google Drive link, for selecting and importing them. */
export function DrivePanel(props: DrivePanelProps) {
  return (
    <Card padding="md">
      <DriveGate>{() => <FilePicker {...props} />}</DriveGate>
    </Card>
  );
}

function FilePicker(props: DrivePanelProps) {
  const { submissionId, timeZone, isForVideos = false, onFolder, contentText, copies } = props;
  const browser = useDriveBrowser({ submissionId, isForVideos, onFolder });
  const start = useStartImport(submissionId);
  const [isRecent, setRecent] = useState(false);
  const { found } = browser;
  const choice = { timeZone, isForVideos, isBusy: start.isPending };
  return (
    <Stack gap="md">
      <LinkForm browser={browser} isForVideos={isForVideos} />
      {found ? (
        <>
          <FolderTrail browser={browser} isForVideos={isForVideos} />
          <FileChoice
            // The key clears the selection when another folder is opened.
            key={found.target.id}
            files={found.files}
            withFolders={found.withSubfolders}
            {...choice}
            onImport={(files) =>
              start.mutate({ ...sourceOf(found), files }, { onSuccess: browser.clear })
            }
          />
        </>
      ) : (
        <RecentFiles
          submissionId={submissionId}
          isOpen={isRecent}
          onOpen={setRecent}
          {...choice}
          onImport={(files) =>
            start.mutate({ ...NO_FOLDER, files }, { onSuccess: () => setRecent(false) })
          }
        />
      )}
      <TextLinks
        contentText={contentText}
        copies={copies}
        isBusy={start.isPending}
        onImport={(files) => start.mutate({ ...NO_FOLDER, files })}
      />
    </Stack>
  );
}

const NO_FOLDER = { source: null, subfolders: false };

/** A single file has no source, because only folders can be checked for new files later. */
function sourceOf({ target, withSubfolders }: NonNullable<DriveBrowser['found']>) {
  const { id, kind, name, url } = target;
  return kind === 'folder' ? { source: { id, name, url }, subfolders: withSubfolders } : NO_FOLDER;
}

type FolderTrailProps = { browser: DriveBrowser; isForVideos: boolean };

function FolderTrail({ browser, isForVideos }: FolderTrailProps) {
  const { found, above, isBusy, browse, backTo } = browser;
  if (!found) return null;
  const { target, folders, skipped, complete } = found;
  return (
    <Stack gap="xs">
      <Breadcrumbs separatorMargin={6} style={{ flexWrap: 'wrap' }}>
        {above.map(({ target: { id, name } }, index) => (
          <Anchor key={id} component="button" type="button" onClick={() => backTo(index)}>
            {name}
          </Anchor>
        ))}
        <Anchor href={target.url} target="_blank" rel="noreferrer" fw={600}>
          {target.name}
          <span className="visually-hidden"> (opens Google Drive)</span>
        </Anchor>
      </Breadcrumbs>
      {folders.length > 0 ? (
        <Group component="ul" gap="xs" p={0} m={0} aria-label="Subfolders">
          {folders.map(({ id, name, url }) => (
            <li key={id} style={{ listStyle: 'none', maxWidth: '100%' }}>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconFolder size={14} stroke={1.75} aria-hidden />}
                disabled={isBusy}
                onClick={() => browse({ link: url, isInside: true })}
              >
                {name}
              </Button>
            </li>
          ))}
        </Group>
      ) : null}
      {skipped > 0 ? (
        <Text c="dimmed" size="sm">
          {counted(skipped, 'other file')} skipped. Only{' '}
          {isForVideos ? 'videos' : 'photos, videos and documents'} can be imported.
        </Text>
      ) : null}
      {complete ? null : (
        <Text c="dimmed" size="sm">
          This list is incomplete because Google took too long. Load the folder again, or open its
          subfolders one at a time.
        </Text>
      )}
    </Stack>
  );
}

type LinkFormProps = { browser: DriveBrowser; isForVideos: boolean };

function LinkForm({ browser, isForVideos }: LinkFormProps) {
  const form = useForm({
    initialValues: { link: '' },
    validate: { link: (link) => (link.trim() ? null : ERRORS.DRIVE_LINK_REQUIRED[1]) },
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ link }) => browser.browse({ link: link.trim() }))}>
      <Stack gap="xs">
        <Group gap="xs" align="flex-start">
          <TextInput
            label="Google Drive Link"
            placeholder="https://drive.google.com/drive/folders/…"
            maxLength={2000}
            flex="1 1 16rem"
            {...form.getInputProps('link')}
          />
          {/* Aligned with the field, not its label. */}
          <Button type="submit" mt={{ base: 0, xs: 25 }} loading={browser.isBusy}>
            {isForVideos ? 'Load Videos' : 'Load Files'}
          </Button>
        </Group>
        <Checkbox
          label="Include subfolders"
          checked={browser.withSubfolders}
          onChange={({ currentTarget }) => browser.setWithSubfolders(currentTarget.checked)}
        />
      </Stack>
    </form>
  );
}

type RecentFilesProps = Omit<FileChoiceProps, 'files' | 'isAllChosen'> & {
  submissionId: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

/**
 * The account's latest photos and videos, for people who don't have a link. Google Drive is queried only once the list
 * is opened.
 */
function RecentFiles({ submissionId, isOpen, onOpen, ...choice }: RecentFilesProps) {
  const query = useQuery(
    api.drive.recent.queryOptions({ input: { submissionId }, enabled: isOpen }),
  );
  if (!isOpen) {
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        w="fit-content"
        leftSection={<IconHistory size={16} stroke={1.75} aria-hidden />}
        onClick={() => onOpen(true)}
      >
        Show Recent Files in Drive
      </Button>
    );
  }
  const all = query.data?.files ?? [];
  const files = choice.isForVideos ? all.filter(({ kind }) => kind === 'video') : all;
  return (
    <Stack gap="xs">
      <Title order={3}>Recent Files in Drive</Title>
      {query.isPending ? <Skeleton height={180} aria-label="Loading recent files" /> : null}
      {query.isError ? (
        <LoadError title="Failed to load files from Google Drive" query={query} />
      ) : null}
      {query.data && files.length === 0 ? (
        <Text c="dimmed">
          No {choice.isForVideos ? '' : 'photos or '}videos in this account yet.
        </Text>
      ) : null}
      <FileChoice files={files} isAllChosen={false} {...choice} />
    </Stack>
  );
}

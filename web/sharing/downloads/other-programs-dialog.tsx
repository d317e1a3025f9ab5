import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { Download } from '#domain/downloads.ts';
import { api } from '#web/lib/api.ts';
import { dateTime } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';

type OtherProgramsProps = { download: Download; isOpen: boolean; onClose: () => void };

export function OtherProgramsDialog({ download, isOpen, onClose }: OtherProgramsProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Command Line" size="lg">
      <Command download={download} />
    </Modal>
  );
}

function Command({ download: { id, fileName, expiresAt } }: Pick<OtherProgramsProps, 'download'>) {
  const make = useMutation(
    api.downloads.makeAddress.mutationOptions({
      onError: (error) => toast.failure('Failed to create the command', error),
    }),
  );
  const line = make.data && curlLine(`${window.location.origin}${make.data.url}`, fileName);
  return (
    <Stack gap="md">
      <Text>
        Downloads this archive with curl. Run the same command again to resume. It works until{' '}
        {dateTime(expiresAt)}, or until you sign out here. A new command replaces the previous one.
      </Text>
      {line ? (
        <>
          <Textarea
            label="Command"
            value={line}
            readOnly
            autosize
            styles={{ input: { fontFamily: 'monospace', wordBreak: 'break-all' } }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Text c="dimmed" size="sm">
            Anyone with this command can download these files. It is shown only once.
          </Text>
        </>
      ) : null}
      <Group justify="flex-end">
        {line ? (
          <Button
            leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
            onClick={() => void copy(line)}
          >
            Copy Command
          </Button>
        ) : (
          <Button data-autofocus loading={make.isPending} onClick={() => make.mutate({ id })}>
            Create Command
          </Button>
        )}
      </Group>
    </Stack>
  );
}

async function copy(line: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(line);
    toast.success('Command copied to clipboard');
  } catch {
    toast.error('Your browser does not allow copying. Select the command and copy it yourself.');
  }
}

/**
 * A command that downloads the URL to a file and resumes when run again. It uses double quotes, which every shell
 * supports, and escapes characters that are special inside them.
 */
export const curlLine = (url: string, fileName: string): string =>
  `curl -f -C - -o "${fileName.normalize('NFKD').replaceAll(/[^\w .()-]+/g, '_')}" "${url.replaceAll(/[!'$`]/g, encoded)}"`;

const encoded = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { driveLinksIn, type DriveLink, isDriveFile } from '#domain/drive-links.ts';
import { counted } from '#web/lib/formats.ts';
import { SharingButton } from '../sharing-button.tsx';
import { parseDriveLink } from '#domain/drive-address.ts';

export type TextLinksProps = {
  contentText: string;
  /** IDs of the imported files, by link ID. */
  copies: Readonly<Record<string, string>>;
};

type TextLinksCardProps = TextLinksProps & {
  isBusy: boolean;
  onImport: (files: readonly NamedLink[]) => void;
};

export function TextLinks({ contentText, copies, isBusy, onImport }: TextLinksCardProps) {
  const links = listNamedLinks(driveLinksIn(contentText));
  if (links.length === 0) return null;
  const open = links.filter(({ linkId }) => !copies[linkId]);
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={3}>Linked in the Content Text</Title>
        {open.length > 0 ? (
          <Button size="xs" variant="default" loading={isBusy} onClick={() => onImport(open)}>
            Import {counted(open.length, 'linked file')}
          </Button>
        ) : null}
      </Group>
      <Text c="dimmed" size="sm">
        An imported file replaces its link. Until a file is imported, clients get a link to Google
        Drive, which only works if the file is shared there.
      </Text>
      <Stack component="ul" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
        {links.map(({ linkId, id, name, url, resourceKey }) => (
          <Group component="li" key={linkId} justify="space-between" gap="xs" wrap="nowrap">
            <Anchor href={url} target="_blank" rel="noreferrer" size="sm" truncate>
              {name}
            </Anchor>
            {copies[linkId] ? (
              <Badge variant="light" color="green">
                Imported
              </Badge>
            ) : (
              <SharingButton driveFileId={id} resourceKey={resourceKey} name={name} />
            )}
          </Group>
        ))}
      </Stack>
    </Stack>
  );
}

/** A link to a Google Drive file in the content text. `linkId` identifies the link, `id` the file. */
type NamedLink = {
  linkId: string;
  id: string;
  name: string;
  url: string;
  resourceKey: string | null;
};

export function listNamedLinks(links: readonly DriveLink[]): NamedLink[] {
  return links.flatMap((link, index) => {
    const target = isDriveFile(link) ? parseDriveLink(link.url) : null;
    if (!target) return [];
    const { id: linkId, url } = link;
    const { id, resourceKey } = target;
    return [{ linkId, id, name: link.name ?? `Link ${index + 1}`, url, resourceKey }];
  });
}

import { ActionIcon, Badge, Button, Card, Group, Menu, Stack, Text } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconExternalLink,
  IconLink,
  IconLinkOff,
  IconTrash,
} from '@tabler/icons-react';
import type { ShareLink } from '#domain/share-links.ts';
import { counted, dateAndAge, DEFAULT_TIME_ZONE, dateTime } from '#web/lib/formats.ts';
import { useNow } from '#web/ui/use-now.ts';

type ShareLinkCardProps = {
  link: ShareLink;
  isBusy: boolean;
  onCopy: (link: ShareLink) => void;
  onSetActive: (link: ShareLink, isActive: boolean) => void;
  onDelete: (link: ShareLink) => void;
};

const projectOf = ({ projectName }: ShareLink) => projectName ?? 'A project you can no longer see';

/** What a link is called in the list. */
export const nameOf = (link: ShareLink) => link.title ?? link.submissionTitle ?? projectOf(link);

/** A share link: what it shows, whether it works, how often it was seen, and what can be done. */
export function ShareLinkCard(props: ShareLinkCardProps) {
  const { link, onCopy } = props;
  const now = useNow();
  const isOver = link.expiresAt !== null && Date.parse(link.expiresAt) <= now.getTime();
  return (
    <Card padding="md">
      <Stack gap="sm" h="100%">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Text component="h2" fw={600} truncate>
              {nameOf(link)}
            </Text>
            <Text c="dimmed" truncate>
              {projectOf(link)}
              {link.submissionTitle ? ` · ${link.submissionTitle}` : ''}
            </Text>
          </div>
          <Badge color={link.isActive && !isOver ? 'green' : 'gray'} style={{ flex: 'none' }}>
            {link.isActive ? 'Active' : 'Disabled'}
          </Badge>
        </Group>
        {link.description ? (
          <Text c="dimmed" lineClamp={2}>
            {link.description}
          </Text>
        ) : null}
        <Facts link={link} isOver={isOver} />
        <Group justify="space-between" mt="auto" gap="xs" wrap="nowrap">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
            onClick={() => onCopy(link)}
          >
            Copy Link<span className="visually-hidden"> of {nameOf(link)}</span>
          </Button>
          <LinkMenu {...props} />
        </Group>
      </Stack>
    </Card>
  );
}

function Facts({ link, isOver }: { link: ShareLink; isOver: boolean }) {
  const { expiresAt } = link;
  const timeZone = link.timeZone ?? DEFAULT_TIME_ZONE;
  return (
    <Text size="sm" c="dimmed" className="tabular" component="div">
      <div>
        {counted(link.viewCount, 'view')} · created {dateAndAge(link.createdAt, timeZone)}
      </div>
      {expiresAt ? (
        <Text inherit c={isOver ? 'red' : undefined}>
          {isOver ? 'Expired' : 'Expires'} {dateTime(expiresAt, timeZone)}
        </Text>
      ) : (
        <div>Never expires</div>
      )}
      {link.hasPassword ? <div>Password-protected</div> : null}
    </Text>
  );
}

function LinkMenu({ link, isBusy, onCopy, onSetActive, onDelete }: ShareLinkCardProps) {
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  return (
    <Menu width={180}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          loading={isBusy}
          aria-label={`Actions for ${nameOf(link)}`}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => onCopy(link)}>
          Copy Link
        </Menu.Item>
        <Menu.Item
          component="a"
          href={link.url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink {...icon} />}
        >
          Open Link
        </Menu.Item>
        <Menu.Item
          leftSection={link.isActive ? <IconLinkOff {...icon} /> : <IconLink {...icon} />}
          onClick={() => onSetActive(link, !link.isActive)}
        >
          {link.isActive ? 'Disable' : 'Enable'}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => onDelete(link)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

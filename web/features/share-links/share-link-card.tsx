import { ActionIcon, Badge, Button, Card, Group, Menu, Stack, Text } from '@mantine/core';
import {
  IconCode,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconLayoutColumns,
  IconLink,
  IconLinkOff,
  IconPencil,
  IconQrcode,
  IconTrash,
} from '@tabler/icons-react';
import { isStaffRole } from '#domain/roles.ts';
import { type ShareLink, type ShareLinkState, shareLinkState } from '#domain/share-links.ts';
import { counted, dateAndAge, DEFAULT_TIME_ZONE, dateTime } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { TextLink } from '#web/ui/links.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { copyEmbedCode, copySliderCode } from './copy-link.ts';
import { nameOf, projectOf } from './share-link-names.ts';
import { shownOf } from './shown-parts.ts';
import { ViewFacts } from './view-facts.tsx';

type ShareLinkCardProps = {
  link: ShareLink;
  isBusy: boolean;
  onCopy: (link: ShareLink) => void;
  onEdit: (link: ShareLink) => void;
  onShowCode: (link: ShareLink) => void;
  onSetActive: (link: ShareLink, isActive: boolean) => void;
  onDelete: (link: ShareLink) => void;
};

const BADGES: Record<ShareLinkState, { label: string; color: string }> = {
  active: { label: 'Active', color: 'green' },
  expired: { label: 'Expired', color: 'red' },
  disabled: { label: 'Disabled', color: 'gray' },
};

/** A share link: what it shows, whether it works, how often it was seen, and what can be done. */
export function ShareLinkCard(props: ShareLinkCardProps) {
  const { link, onCopy } = props;
  const now = useNow();
  const state = shareLinkState(link, now);
  return (
    <Card padding="md">
      <Stack gap="sm" h="100%">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0 }}>
            <Text component="h2" fw={600} truncate>
              {nameOf(link)}
            </Text>
            <Text c="dimmed" truncate>
              <ProjectName link={link} />
              {link.submissionTitle ? ` · ${link.submissionTitle}` : ''}
            </Text>
          </div>
          <Badge color={BADGES[state].color} style={{ flex: 'none' }}>
            {BADGES[state].label}
          </Badge>
        </Group>
        {link.description ? (
          <Text c="dimmed" lineClamp={2}>
            {link.description}
          </Text>
        ) : null}
        <Facts link={link} now={now} />
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

/** Leads to the project, while there is one to be seen. */
function ProjectName({ link }: { link: ShareLink }) {
  const { user } = useSession();
  const name = projectOf(link);
  if (link.projectName === null || !user) return name;
  const { projectId } = link;
  return isStaffRole(user.role) ? (
    <TextLink inherit fw={400} to={ROUTES.operatorProject} params={{ projectId }}>
      {name}
    </TextLink>
  ) : (
    <TextLink inherit fw={400} to={ROUTES.project} params={{ id: projectId }}>
      {name}
    </TextLink>
  );
}

function Facts({ link, now }: { link: ShareLink; now: Date }) {
  const { expiresAt } = link;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
  const timeZone = link.timeZone ?? DEFAULT_TIME_ZONE;
  return (
    <Text size="sm" c="dimmed" className="tabular" component="div">
      <div>
        {counted(link.viewCount, 'view')} · created {dateAndAge(link.createdAt, timeZone)}
      </div>
      <ViewFacts link={link} timeZone={timeZone} />
      {expiresAt ? (
        <Text inherit c={isOver ? 'red' : undefined}>
          {isOver ? 'Expired' : 'Expires'} {dateTime(expiresAt, timeZone)}
        </Text>
      ) : (
        <div>Never expires</div>
      )}
      {link.hasPassword ? <div>Password-protected</div> : null}
      {link.submissionIds ? (
        <div>{counted(link.submissionIds.length, 'submission')} only</div>
      ) : null}
      <div>{shownOf(link)}</div>
    </Text>
  );
}

function LinkMenu(props: ShareLinkCardProps) {
  const { link, isBusy, onCopy, onEdit, onShowCode, onSetActive, onDelete } = props;
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  return (
    <Menu width={200}>
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
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onEdit(link)}>
          Edit
        </Menu.Item>
        {link.embedSites.length > 0 && !link.hasPassword ? (
          <>
            <Menu.Item
              leftSection={<IconCode {...icon} />}
              onClick={() => void copyEmbedCode(link)}
            >
              Copy Embed Code
            </Menu.Item>
            <Menu.Item
              leftSection={<IconLayoutColumns {...icon} />}
              onClick={() => void copySliderCode(link)}
            >
              Copy Slider Code
            </Menu.Item>
          </>
        ) : null}
        <Menu.Item leftSection={<IconQrcode {...icon} />} onClick={() => onShowCode(link)}>
          QR Code
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

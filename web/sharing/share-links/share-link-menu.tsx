import { ActionIcon, Menu } from '@mantine/core';
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
import type { ShareLink } from '#domain/share-links.ts';
import { embedCode, sliderCode } from '#domain/embed-sites.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { nameOf } from './share-link-names.ts';

/** Puts the code on the clipboard that shows the link in a frame, and says so. */
const copyEmbedCode = (link: ShareLink): Promise<void> =>
  copyText(embedCode(link.url, nameOf(link)), 'Embed code copied to clipboard');

/** The same of the code that shows one place before and now. */
const copySliderCode = (link: ShareLink): Promise<void> =>
  copyText(sliderCode(link.url, nameOf(link)), 'Slider code copied to clipboard');

/** What can be done to a link. */
export type ShareLinkActions = {
  onCopy: (link: ShareLink) => void;
  onEdit: (link: ShareLink) => void;
  onShowCode: (link: ShareLink) => void;
  onSetActive: (link: ShareLink, isActive: boolean) => void;
  onDelete: (link: ShareLink) => void;
};

export type ShareLinkMenuProps = ShareLinkActions & { link: ShareLink; isBusy: boolean };

/** The button and menu with the actions of a link. */
export function ShareLinkMenu(props: ShareLinkMenuProps) {
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

import { ActionsMenu } from '#web/ui/actions-menu.tsx';
import {
  IconCode,
  IconCopy,
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

const copyEmbedCode = (link: ShareLink): Promise<void> =>
  copyText(embedCode(link.url, nameOf(link)), 'Embed code copied to clipboard');

const copySliderCode = (link: ShareLink): Promise<void> =>
  copyText(sliderCode(link.url, nameOf(link)), 'Slider code copied to clipboard');

export type ShareLinkActions = {
  onCopy: (link: ShareLink) => void;
  onEdit: (link: ShareLink) => void;
  onShowCode: (link: ShareLink) => void;
  onSetActive: (link: ShareLink, isActive: boolean) => void;
  onDelete: (link: ShareLink) => void;
};

export type ShareLinkMenuProps = ShareLinkActions & { link: ShareLink; isBusy: boolean };

export function ShareLinkMenu(props: ShareLinkMenuProps) {
  const { link, isBusy, onCopy, onEdit, onShowCode, onSetActive, onDelete } = props;
  const isFramed = link.embedSites.length > 0 && !link.hasPassword;
  return (
    <ActionsMenu
      width={200}
      name={nameOf(link)}
      isBusy={isBusy}
      actions={[
        { label: 'Copy Link', Icon: IconCopy, run: () => onCopy(link) },
        { label: 'Open Link', Icon: IconExternalLink, href: link.url },
        { label: 'Edit', Icon: IconPencil, run: () => onEdit(link) },
        isFramed
          ? { label: 'Copy Embed Code', Icon: IconCode, run: () => void copyEmbedCode(link) }
          : null,
        isFramed
          ? {
              label: 'Copy Slider Code',
              Icon: IconLayoutColumns,
              run: () => void copySliderCode(link),
            }
          : null,
        { label: 'QR Code', Icon: IconQrcode, run: () => onShowCode(link) },
        {
          label: link.isActive ? 'Disable' : 'Enable',
          Icon: link.isActive ? IconLinkOff : IconLink,
          run: () => onSetActive(link, !link.isActive),
        },
        'line',
        { label: 'Delete', Icon: IconTrash, color: 'red', run: () => onDelete(link) },
      ]}
    />
  );
}

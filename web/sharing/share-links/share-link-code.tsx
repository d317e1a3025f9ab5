import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ShareLink } from '#domain/share-links.ts';
import { QrCode } from '#web/ui/qr-code.tsx';
import classes from './share-link-code.module.css';
import { nameOf, projectOf } from './share-link-names.ts';

/** The QR code, with a printable poster for the site. */
export function ShareLinkCode({ link, onClose }: { link: ShareLink; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title="QR Code"
      classNames={{ root: classes.root, inner: classes.inner, header: classes.unprinted }}
    >
      <Stack gap="md" align="center">
        <div className={classes.poster}>
          <p className={classes.project}>{projectOf(link)}</p>
          {nameOf(link) === projectOf(link) ? null : (
            <p className={classes.title}>{nameOf(link)}</p>
          )}
          <QrCode value={link.url} label={`QR code of ${nameOf(link)}`} />
          <p className={classes.hint}>Scan to see the progress of this site from above.</p>
          <p className={classes.address}>{link.url}</p>
        </div>
        <Text c="dimmed" size="sm" className={classes.unprinted}>
          {link.isActive
            ? 'The code stops working when you disable or delete the link.'
            : 'This link is disabled. Enable it before you put up the code.'}
        </Text>
        <Group justify="flex-end" w="100%" gap="xs" className={classes.unprinted}>
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
          <Button
            leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
            onClick={() => window.print()}
          >
            Print Poster
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

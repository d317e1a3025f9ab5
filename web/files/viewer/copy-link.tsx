import { IconCheck, IconLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ToolButton } from './tool-button.tsx';

const SAID_MS = 3000;

/** Copies the address of what is shown; only where the browser lets pages copy. */
export function CopyLink({ address }: { address: () => string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (!clipboard) return null;
  return (
    <>
      <ToolButton
        label="Copy link"
        icon={isCopied ? IconCheck : IconLink}
        onClick={() => {
          clipboard.writeText(address()).then(
            () => setCopied(true),
            () => setCopied(false),
          );
        }}
      />
      <output className="visually-hidden">{isCopied ? 'Link copied' : ''}</output>
    </>
  );
}

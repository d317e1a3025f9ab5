import { IconUserCircle } from '@tabler/icons-react';
import { lazyPart } from '#web/lib/import-with-retry.ts';
import { LazyLayer } from './lazy-layer.tsx';
import { HeaderButton } from './header-button.tsx';
import type { AccountMenuProps } from './opened-account-menu.tsx';

const OpenedAccountMenu = lazyPart(() => import('./opened-account-menu.tsx'), 'OpenedAccountMenu');

/** Who is signed in, the theme, the ways to the own account and the other area, and Sign Out. */
export function AccountMenu(props: AccountMenuProps) {
  return (
    <LazyLayer
      button={
        <HeaderButton label="Account menu" aria-haspopup="menu">
          <IconUserCircle size={20} stroke={1.75} aria-hidden />
        </HeaderButton>
      }
    >
      {(button) => <OpenedAccountMenu {...props}>{button}</OpenedAccountMenu>}
    </LazyLayer>
  );
}

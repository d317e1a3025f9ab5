import { useDisclosure, useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebar } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { HeaderButton } from './header-button.tsx';
import classes from './shell.module.css';
import { readSidebarCookie, sidebarCookie } from './sidebar-cookie.ts';
import { type Navigation, Sidebar, SidebarBrand } from './sidebar.tsx';

const Drawer = lazyComponent(() => import('./sidebar-drawer.tsx'), 'SidebarDrawer');

type ShellProps = {
  /** For example 'Client Portal'. */
  title: string;
  greeting: string;
  navigation: Navigation;
  actions: ReactNode;
  /** For example, about the connection. */
  notices: ReactNode;
  onSignOut: () => void;
  children: ReactNode;
};

export function Shell(props: ShellProps) {
  const { title, greeting, navigation, actions, notices, onSignOut, children } = props;
  const isPhone = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false });
  // Tablets are too narrow for a sidebar next to the page, so it opens above the page, as on a phone.
  const isNarrow = useMediaQuery('(width < 64em)', undefined, { getInitialValueInEffect: false });
  const [isKeptOpen, setKeptOpen] = useState(() => readSidebarCookie(document.cookie));
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const [wasOpened, setOpened] = useState(false);
  if (isDrawerOpen && !wasOpened) setOpened(true);
  const main = useFocusOnNavigation();
  const isOpen = !isNarrow && isKeptOpen;

  const toggle = () => {
    if (isNarrow) return drawer.toggle();
    document.cookie = sidebarCookie(!isOpen);
    setKeptOpen(!isOpen);
  };
  useHotkeys([['mod+B', toggle]], []);

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <div
        className={classes.rail}
        data-collapsed={isOpen ? undefined : true}
        data-testid="sidebar"
      >
        {isPhone ? null : (
          <div className={classes.panel}>
            <SidebarBrand navigation={navigation} />
            <Sidebar navigation={navigation} onSignOut={onSignOut} />
          </div>
        )}
      </div>
      {wasOpened ? (
        <Suspense>
          <Drawer
            isOpen={isNarrow && isDrawerOpen}
            onClose={drawer.close}
            navigation={navigation}
            onSignOut={onSignOut}
          />
        </Suspense>
      ) : null}
      <div className={classes.main}>
        <header className={classes.header}>
          <HeaderButton
            label="Toggle sidebar"
            hint="Toggle sidebar (Ctrl+B)"
            aria-expanded={isNarrow ? isDrawerOpen : isOpen}
            aria-keyshortcuts="Control+B Meta+B"
            onClick={toggle}
          >
            <IconLayoutSidebar size={18} stroke={1.75} aria-hidden />
          </HeaderButton>
          <span className={classes.title}>{title}</span>
          {isPhone ? null : <span className={classes.greeting}>{greeting}</span>}
          <div className={classes.actions}>{actions}</div>
        </header>
        {notices}
        <main id="main" ref={main} tabIndex={-1} className={classes.content}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** Focuses the content on navigation, so that screen readers announce it. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

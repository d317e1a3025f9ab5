import { Link, useLocation } from '@tanstack/react-router';
import { IconLogout, type TablerIcon } from '@tabler/icons-react';
import { brand } from '#web/lib/brand.ts';
import { ADDRESSES } from '#web/lib/paths.ts';
import { Logo } from './logo.tsx';
import classes from './shell.module.css';

export type NavEntry = {
  label: string;
  to: string;
  icon: TablerIcon;
  exact?: boolean;
  /** Whether its URL includes the page that the person came from. */
  passesCurrentPage?: boolean;
};
export type Navigation = {
  name: string;
  heading?: string;
  section?: string;
  entries: NavEntry[];
};

type SidebarProps = { navigation: Navigation; onSignOut: () => void; onChoose?: () => void };

export function SidebarBrand({ navigation }: { navigation: Navigation }) {
  return (
    <a className={classes.brand} href={ADDRESSES.home}>
      <Logo brand={brand} height={24} label={navigation.heading} />
    </a>
  );
}

export function Sidebar({ navigation, onSignOut, onChoose }: SidebarProps) {
  const { pathname } = useLocation();
  return (
    <div className={classes.sidebar}>
      <nav aria-label={navigation.name}>
        {navigation.section ? (
          <p className={`${classes.section} ${classes.label}`}>{navigation.section}</p>
        ) : null}
        <ul className={classes.entries}>
          {navigation.entries.map(({ label, to, icon: Icon, exact = false, passesCurrentPage }) => (
            <li key={to}>
              <Link
                className={classes.entry}
                to={to}
                search={passesCurrentPage && pathname !== to ? { from: pathname } : {}}
                activeOptions={{ exact, includeSearch: false }}
                onClick={onChoose}
              >
                <Icon size={18} stroke={1.75} aria-hidden />
                <span className={classes.label}>{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <button type="button" className={`${classes.entry} ${classes.end}`} onClick={onSignOut}>
        <IconLogout size={18} stroke={1.75} aria-hidden />
        <span className={classes.label}>Sign Out</span>
      </button>
    </div>
  );
}

import { Logo } from '#web/ui/logo.tsx';
import { ButtonLink } from './button.tsx';
import { PUBLIC_PATHS, useLinks, useSection, useSite } from './site.ts';

const MAIN = ['our-services', 'how-it-works', 'pricing', 'contact', 'portal-demo'] as const;

export function SiteHeader() {
  const section = useSection();
  return (
    <header className="header" data-header>
      <TopBar />
      <div className="header-row">
        <HomeLink />
        <nav className="header-links" aria-label="Main">
          <MainLinks />
        </nav>
        <div className="header-buttons">
          <ButtonLink kind="plain" href={PUBLIC_PATHS.auth}>
            Client Login
          </ButtonLink>
          <ButtonLink href={section('contact')}>Schedule Demo</ButtonLink>
        </div>
        <button
          type="button"
          className="menu-toggle"
          aria-expanded="false"
          aria-controls="menu"
          aria-label="Menu"
          data-menu-toggle
        >
          <span aria-hidden="true" />
        </button>
      </div>
      <MobileMenu />
    </header>
  );
}

const MainLinks = () =>
  useLinks(MAIN).map(([href, label]) => (
    <a key={href} href={href}>
      {label}
    </a>
  ));

function TopBar() {
  const { brand } = useSite();
  return (
    <div className="top-bar">
      <p className="top-bar-area">{brand.serviceArea}</p>
      <p className="top-bar-session" data-session-bar>
        <span data-when="signed-in">
          <span data-welcome />
          <a href={PUBLIC_PATHS.dashboard}>Go to Dashboard</a>
        </span>
        <a data-when="signed-out" href={PUBLIC_PATHS.auth}>
          Client Login
        </a>
      </p>
    </div>
  );
}

function MobileMenu() {
  const section = useSection();
  return (
    <nav id="menu" className="menu" aria-label="Menu" hidden>
      <MainLinks />
      <div className="menu-buttons">
        <ButtonLink kind="plain" href={PUBLIC_PATHS.auth}>
          Client Login
        </ButtonLink>
        <ButtonLink href={section('contact')}>Schedule Demo</ButtonLink>
      </div>
    </nav>
  );
}

export function HomeLink() {
  const { brand } = useSite();
  return (
    <a className="logo" href={PUBLIC_PATHS.home}>
      <Logo brand={brand} height={28} />
    </a>
  );
}

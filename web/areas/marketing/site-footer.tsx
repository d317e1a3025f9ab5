import { ButtonLink } from './button.tsx';
import { HomeLink } from './site-header.tsx';
import { PUBLIC_PATHS, useSection, useSite } from './site.ts';

const QUICK_LINKS = [
  ['services', 'Services'],
  ['our-services', 'Our Services'],
  ['how-it-works', 'How It Works'],
  ['pricing', 'Pricing'],
  ['contact', 'Contact'],
] as const;

export function SiteFooter() {
  const { brand, pictureLabel } = useSite();
  const section = useSection();
  return (
    <footer className="footer">
      <div className="footer-brand">
        <HomeLink />
        <p>Drone construction monitoring. {brand.serviceArea}.</p>
        <p>FAA Part 107 certified pilots.</p>
        {brand.part107 ? <p>{brand.part107}</p> : null}
      </div>
      <nav aria-label="Quick links">
        <h2>Quick Links</h2>
        <ul>
          {QUICK_LINKS.map(([id, label]) => (
            <li key={id}>
              <a href={section(id)}>{label}</a>
            </li>
          ))}
          <li>
            <a href={PUBLIC_PATHS.portalDemo}>Portal Demo</a>
          </li>
        </ul>
      </nav>
      <div>
        <h2>Get in touch</h2>
        <ContactLinks />
      </div>
      <div className="footer-logins">
        <h2>Sign in</h2>
        <ButtonLink kind="plain" href={PUBLIC_PATHS.auth}>
          Client Login
        </ButtonLink>
        <ButtonLink kind="plain" href={PUBLIC_PATHS.operatorAuth}>
          Operator Login
        </ButtonLink>
      </div>
      <div className="footer-end">
        <p>
          © {brand.name}.{' '}
          {pictureLabel === 'Sample site'
            ? 'Pictures labeled "Sample site" show a computer-generated site.'
            : ''}
        </p>
        <SchemeSwitch />
      </div>
    </footer>
  );
}

export function ContactLinks() {
  const { brand } = useSite();
  return (
    <ul>
      <li>
        <a href={`mailto:${brand.email}`}>{brand.email}</a>
      </li>
      <li>
        <a href={`tel:${brand.phone.replace(/[^+\d]/g, '')}`}>{brand.phone}</a>
      </li>
      {brand.hours ? <li>{brand.hours}</li> : null}
    </ul>
  );
}

function SchemeSwitch() {
  return (
    <button type="button" className="link-button" data-scheme-switch>
      Switch between light and dark
    </button>
  );
}

import { ButtonLink } from './button.tsx';
import { HomeLink } from './site-header.tsx';
import { PUBLIC_PATHS, useLinks, useSite } from './site.ts';

const QUICK_LINKS = [
  'services',
  'our-services',
  'how-it-works',
  'pricing',
  'contact',
  'portal-demo',
] as const;

export function SiteFooter() {
  const { brand, pictureLabel } = useSite();
  const links = useLinks(QUICK_LINKS);
  return (
    <footer className="footer">
      <div className="footer-brand">
        <HomeLink />
        <p>Drone construction monitoring. {brand.serviceArea}.</p>
        <p>{brand.part107}</p>
      </div>
      <nav aria-label="Quick links">
        <h2>Quick Links</h2>
        <ul>
          {links.map(([href, label]) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
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

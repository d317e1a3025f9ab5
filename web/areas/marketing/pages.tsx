import { Logo } from '#web/ui/logo.tsx';
import { ButtonLink } from './button.tsx';
import { Figure } from './picture.tsx';
import { ContactSection, FreeFlight, FaaWarning } from './sections/closing.tsx';
import { FactsBand, WhoWeServe, WhyDrones } from './sections/about.tsx';
import { Hero } from './sections/hero.tsx';
import { HowItWorks, OurServices, Services } from './sections/services.tsx';
import { PricingSection } from './sections/pricing-section.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import type { SitePart } from '#domain/public-site.ts';
import { PUBLIC_PATHS, useSection, useSite } from './site.ts';
import { isShown } from './texts.ts';

const PARTS: [SitePart, () => React.ReactNode][] = [
  ['facts', FactsBand],
  ['who-we-serve', WhoWeServe],
  ['why-drones', WhyDrones],
  ['services', Services],
  ['our-services', OurServices],
  ['how-it-works', HowItWorks],
  ['pricing', PricingSection],
  ['penalties', FaaWarning],
  ['free-flight', FreeFlight],
];

export function LandingPage() {
  const site = useSite();
  return (
    <>
      <Splash />
      <Frame>
        <Hero />
        {PARTS.map(([part, Part]) => (isShown(site, part) ? <Part key={part} /> : null))}
        <ContactSection />
      </Frame>
    </>
  );
}

export function ContactPage() {
  return (
    <Frame>
      <ContactSection isPage />
    </Frame>
  );
}

export function PortalDemoPage() {
  const section = useSection();
  return (
    <Frame>
      <section className="section split notice" aria-labelledby="demo-title">
        <div>
          <p className="notice-kicker">Coming soon</p>
          <h1 id="demo-title">Portal Demo</h1>
          <p className="lede">
            Soon you'll be able to click through a portal with weeks of progress on one site. Leave
            us a note and we'll let you know when it opens, or schedule a call and we'll show you.
          </p>
          <div className="buttons">
            <ButtonLink href={section('contact')}>Get Notified When Ready</ButtonLink>
            <ButtonLink kind="plain" href={section('contact')}>
              Schedule Consultation
            </ButtonLink>
          </div>
          <p>
            <a href={PUBLIC_PATHS.home}>Back to Homepage</a>
          </p>
        </div>
        <Figure name="portal" view="from the air" sizes="(min-width: 60rem) 40vw, 100vw" isEager />
      </section>
    </Frame>
  );
}

export function NotFoundPage() {
  return (
    <Frame>
      <section className="section split notice" aria-labelledby="missing-title">
        <div>
          <p className="notice-kicker">404</p>
          <h1 id="missing-title">Oops! Page not found</h1>
          <p className="lede">This page doesn't exist. It may have moved.</p>
          <div className="buttons">
            <ButtonLink href={PUBLIC_PATHS.home}>Return to Home</ButtonLink>
          </div>
        </div>
        <Figure
          name="penalties"
          view="with little on it yet"
          sizes="(min-width: 60rem) 40vw, 100vw"
          isEager
        />
      </section>
    </Frame>
  );
}

function Splash() {
  const { brand } = useSite();
  return (
    <div className="splash" aria-hidden="true">
      <Logo brand={{ ...brand, logoUrl: brand.logoDarkUrl }} height={64} />
    </div>
  );
}

function Frame({ children }: { children: React.ReactNode }) {
  const { isPublic } = useSite();
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      {isPublic ? <SiteHeader /> : null}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      {isPublic ? <SiteFooter /> : null}
    </>
  );
}

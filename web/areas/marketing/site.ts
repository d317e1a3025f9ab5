import { createContext, use } from 'react';
import { SITE_PARTS, type PublicSite, type SitePart } from '#domain/public-site.ts';
import { isShown } from './texts.ts';

export type Site = Omit<PublicSite, 'origin' | 'isDemo'> & {
  /** Whether this is the landing page, so that links to its sections stay on it. */
  isLanding: boolean;
  pictureLabel: 'Sample site' | 'Illustration';
};

export const pictureLabelOf = ({ isDemo }: Pick<PublicSite, 'isDemo'>): Site['pictureLabel'] =>
  isDemo ? 'Sample site' : 'Illustration';

export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite must be used within a SiteContext.');
  return site;
}

export const PUBLIC_PATHS = {
  home: '/',
  contact: '/contact',
  portalDemo: '/portal-demo',
  auth: '/auth',
  operatorAuth: '/auth?next=/operator',
  dashboard: '/dashboard',
} as const;

export const useSection = (): ((id: string) => string) => {
  const { isLanding } = useSite();
  return (id) => `${isLanding ? '' : PUBLIC_PATHS.home}#${id}`;
};

const LABELS = { ...SITE_PARTS, contact: 'Contact' };

/** URLs and labels of those that aren't hidden. */
export function useLinks(ids: readonly (SitePart | 'contact')[]): [href: string, label: string][] {
  const site = useSite();
  const section = useSection();
  return ids
    .filter((id) => id === 'contact' || isShown(site, id))
    .map((id) => [id === 'portal-demo' ? PUBLIC_PATHS.portalDemo : section(id), LABELS[id]]);
}

import { createContext, use } from 'react';
import type { Brand, PublicSite } from '#domain/public-site.ts';

export type Site = {
  brand: Brand;
  /** Whether this is the landing page, so that links to its sections stay on it. */
  isLanding: boolean;
  pictureLabel: 'Sample site' | 'Illustration';
  /** URLs of the operator's own pictures by name. */
  pictures: Readonly<Record<string, string>>;
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

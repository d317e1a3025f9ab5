import type { Company } from '#domain/companies.ts';

/** The companies whose name or code contains the text, without regard to case. */
export function searchCompanies(companies: readonly Company[], search: string): Company[] {
  const wanted = search.trim().toLowerCase();
  return companies.filter(({ companyName, companyCode }) =>
    `${companyName}\n${companyCode}`.toLowerCase().includes(wanted),
  );
}

/** The counters above the list. */
export const companyCounts = (companies: readonly Company[]) => ({
  total: companies.length,
  active: companies.filter(({ isActive }) => isActive).length,
  projects: companies.reduce((sum, { projectCount }) => sum + projectCount, 0),
});

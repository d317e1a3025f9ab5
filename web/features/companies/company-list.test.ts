import { expect, it } from 'vitest';
import type { Company } from '#domain/companies.ts';
import { companyCounts, searchCompanies } from './company-list.ts';

const company = (companyCode: string, companyName: string, more: Partial<Company>): Company => ({
  id: '7b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a11',
  companyCode,
  companyName,
  description: null,
  isActive: true,
  clientsHaveAccess: true,
  projectCount: 0,
  clientCount: 0,
  createdAt: '2026-01-01T00:00:00Z',
  ...more,
});
const COMPANIES = [
  company('DEMO001', 'Brazos Builders', { projectCount: 3 }),
  company('DEMO002', 'Lone Star Homes', { projectCount: 1, isActive: false }),
];

it('counts companies, active ones and projects', () => {
  expect(companyCounts(COMPANIES)).toEqual({ total: 2, active: 1, projects: 4 });
});

it.each([
  ['brazos', ['DEMO001']],
  ['demo', ['DEMO001', 'DEMO002']],
  [' STAR ', ['DEMO002']],
  ['nobody', []],
])('finds %j in name or code', (search, codes) => {
  expect(searchCompanies(COMPANIES, search).map(({ companyCode }) => companyCode)).toEqual(codes);
});

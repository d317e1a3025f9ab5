import { oc } from '@orpc/contract';
import { z } from 'zod';
import {
  CompaniesPage,
  CompaniesQuery,
  Company,
  CompanyChange,
  CompanyInput,
  CompanyUse,
} from '#domain/companies.ts';
import { Id } from '#domain/fields.ts';

const route = (method: 'GET' | 'POST' | 'PATCH', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Companies'] });

export const companies = {
  list: route('GET', '/companies', 'List companies').input(CompaniesQuery).output(CompaniesPage),
  get: route('GET', '/companies/{id}', 'Get a company')
    .input(z.object({ id: Id }))
    .output(Company),
  usage: route('GET', '/companies/{id}/use', "Get a company's storage use")
    .input(z.object({ id: Id }))
    .output(CompanyUse),
  create: route('POST', '/companies', 'Add a company').input(CompanyInput).output(Company),
  update: route('PATCH', '/companies/{id}', 'Update a company')
    .input(CompanyChange.extend({ id: Id }))
    .output(Company),
};

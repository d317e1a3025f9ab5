import { oc } from '@orpc/contract';
import { z } from 'zod';
import {
  CompaniesPage,
  CompaniesQuery,
  Company,
  CompanyChange,
  CompanyContents,
  CompanyInput,
  CompanyUse,
} from '#domain/companies.ts';
import { Deleted } from '#domain/bin.ts';
import { Id } from '#domain/fields.ts';

const route = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: `/${string}`, summary: string) =>
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
  contents: route('GET', '/companies/{id}/contents', 'Count what a deletion or merge affects')
    .input(z.object({ id: Id, intoId: Id.optional() }))
    .output(CompanyContents),
  merge: route('POST', '/companies/{id}/merge', 'Move everything to another company')
    .input(z.object({ id: Id, intoId: Id, typedName: z.string() }))
    .output(Company),
  remove: route('DELETE', '/companies/{id}', 'Delete a company with all its projects and files')
    .input(z.object({ id: Id, typedName: z.string() }))
    .output(Deleted),
};

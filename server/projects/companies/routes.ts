import { implement } from '@orpc/server';
import { companies } from '#contract/companies.ts';
import { call, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import {
  changeCompany,
  readCompaniesPage,
  companyFor,
  companyUsage,
  createCompany,
} from './service.ts';

const os = implement(companies).$context<ApiContext>();

export const companyRoutes = {
  list: os.list.use(withAbility('companies.read')).handler(call(readCompaniesPage)),
  get: os.get.use(withAbility('companies.read')).handler(call(companyFor)),

  usage: os.usage.use(withAbility('companies.read')).handler(call(companyUsage)),
  create: os.create.use(withAbility('companies.manage')).handler(call(createCompany)),

  update: os.update.use(withAbility('companies.manage')).handler(call(changeCompany)),
};

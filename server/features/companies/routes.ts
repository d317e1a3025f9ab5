import { implement } from '@orpc/server';
import { companies } from '#contract/companies.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { changeCompany, companiesFor, createCompany } from './service.ts';

const os = implement(companies).$context<ApiContext>();

export const companyRoutes = {
  list: os.list.use(able('companies.read')).handler(async ({ context }) => ({
    companies: await companiesFor(context.ctx, context.viewer),
  })),

  create: os.create
    .use(able('companies.manage'))
    .handler(({ context, input }) => createCompany(context.ctx, context.viewer, input)),

  update: os.update
    .use(able('companies.manage'))
    .handler(({ context, input: { id, ...changes } }) =>
      changeCompany(context.ctx, context.viewer, id, changes),
    ),
};

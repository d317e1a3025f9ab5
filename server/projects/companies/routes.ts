import { implement } from '@orpc/server';
import { companies } from '#contract/companies.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { changeCompany, companiesPage, companyFor, companyUse, createCompany } from './service.ts';

const os = implement(companies).$context<ApiContext>();

export const companyRoutes = {
  list: os.list
    .use(able('companies.read'))
    .handler(({ context, input }) => companiesPage(context.ctx, context.viewer, input)),

  get: os.get
    .use(able('companies.read'))
    .handler(({ context, input }) => companyFor(context.ctx, context.viewer, input.id)),

  use: os.use
    .use(able('companies.read'))
    .handler(({ context, input }) => companyUse(context.ctx, context.viewer, input.id)),

  create: os.create
    .use(able('companies.manage'))
    .handler(({ context, input }) => createCompany(context.ctx, context.viewer, input)),

  update: os.update
    .use(able('companies.manage'))
    .handler(({ context, input: { id, ...changes } }) =>
      changeCompany(context.ctx, context.viewer, id, changes),
    ),
};

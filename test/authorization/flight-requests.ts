import { makeFormSubmission } from '#test/factories.ts';
import { input, none, unique, type Prepare } from './attempt.ts';

const setUp = () => ({
  companyCode: unique(),
  companyName: 'New',
  projectName: 'New',
  contactName: 'Ada Byron',
  email: `${unique()}@site.example`,
});

export const FLIGHT_REQUESTS: Record<string, Prepare> = {
  'flightRecords.get': ({ published }) => input({ submissionId: published.id }),
  'flightRecords.update': ({ draft }) => input({ submissionId: draft.id, notes: unique() }),
  'formSubmissions.list': none,
  'formSubmissions.update': async ({ ctx }) =>
    input({ id: (await makeFormSubmission(ctx)).id, isRead: true }),
  'formSubmissions.setUpClient': async ({ ctx }) =>
    input({ id: (await makeFormSubmission(ctx)).id, ...setUp() }),
};

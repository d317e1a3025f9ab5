import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { api } from './api.ts';
import { queriesOf } from './live-queries.ts';

const submissionId = '5d3e7a54-6c8e-4a53-9f0e-0d7f6d0c9a11';
const fileId = '7f0f9d55-1a4e-4a52-8a55-64a7f2c9e333';
const projectId = '0b6f6f0e-3f4d-4a8f-8a51-5b0e8c7a2f22';

test('a changed file invalidates the downloads and evidence packs of its week', async () => {
  const client = new QueryClient();
  const shown = [
    api.downloads.plan.queryKey({ input: { submissionId } }),
    api.downloads.list.queryKey(),
    api.evidence.measure.queryKey({ input: { projectId, submissionId } }),
  ];
  for (const key of shown) client.setQueryData(key, {} as never);
  for (const queryKey of queriesOf({ type: 'file.changed', projectId, submissionId, fileId })) {
    await client.invalidateQueries({ queryKey });
  }
  expect(shown.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]);
});

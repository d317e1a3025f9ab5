import { expect, test } from 'vitest';
import { testConfig } from '#test/config.ts';
import type { ImportMapping } from './import-mapping.ts';
import { toStore } from './stored-rows.ts';

const arrivals = { known: new Map() } as unknown as ImportMapping;
const stored = (row: object) =>
  toStore(
    { config: testConfig('') },
    'files',
    { id: 'a', submission_id: 'b', ...row },
    {
      arrivals,
      lost: new Set(),
    },
  );

test.each([
  [{ file_name: 'DJI_0001.SRT' }, false],
  [{ file_name: 'gcp_list.txt' }, false],
  [{ file_name: 'report.pdf' }, true],
  [{ file_name: 'gcp_list.txt', submission_id: null }, true],
  [{ file_name: 'gcp_list.txt', is_for_clients: true }, true],
  [{ file_name: 'report.pdf', is_for_clients: false }, false],
])(
  "the name of %j decides whether it is for clients if the export doesn't",
  (row, isForClients) => {
    expect(stored(row)).toMatchObject({ is_for_clients: isForClients });
  },
);

import { expect, test } from 'vitest';
import { keptFile, keptTotals, withArrived } from './upload-records.ts';

test('a batch had come as far as its files, and the parts of files, that are there', () => {
  const files = [
    keptFile(new File(['12345'], '1.jpg'), true),
    keptFile(new File(['1'], '2.jpg'), false),
  ];
  const batch = { submissionId: 's', handles: [], files, isPaused: false };
  expect(keptTotals(batch, 2)).toEqual({ files: 2, filesDone: 1, bytes: 6, bytesDone: 7 });
  const arrived = withArrived(batch, [{ fileName: '2.jpg', fileSize: 1 }]);
  expect(keptTotals(arrived, 0)).toMatchObject({ filesDone: 2, bytesDone: 6 });
});

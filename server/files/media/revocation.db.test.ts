import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  COMPANY_FILES_ENDS,
  openTwoProcesses,
  PERSON_REVOCATIONS,
  revocationTimes,
  VISITOR_REVOCATIONS,
} from '#test/fixtures/revocation.ts';

let two: Awaited<ReturnType<typeof openTwoProcesses>>;
beforeAll(async () => {
  two = await openTwoProcesses();
});
afterAll(() => two.close());

const SMALL = ['tile', 'picture', 'original', 'document', 'report'];
const LARGE = ['film', 'original film', 'time-lapse', 'archive'];
const CLASSES = [...SMALL, ...LARGE];
const DOWNLOADS = ['download', 'command', 'download under way', 'command under way'];
const UNDER_WAY = LARGE.map((name) => `${name} under way`);
const COMPANY_FILES = ['company file', 'company file under way'];

test.each(Object.keys(PERSON_REVOCATIONS))(
  "a person's URLs and running downloads end in every process: %s",
  async (way) => {
    const companyFiles = COMPANY_FILES_ENDS.includes(way) ? COMPANY_FILES : [];
    expect(Object.keys(await revocationTimes(two, 'person', way))).toEqual(
      expect.arrayContaining([...CLASSES, ...UNDER_WAY, ...DOWNLOADS, ...companyFiles]),
    );
  },
);

test.each(Object.keys(VISITOR_REVOCATIONS))(
  "a visitor's URLs and running downloads end in every process: %s",
  async (way) => {
    expect(Object.keys(await revocationTimes(two, 'visitor', way))).toEqual([
      ...CLASSES,
      'card',
      ...UNDER_WAY,
    ]);
  },
);

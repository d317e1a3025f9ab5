import { ORPCError, ValidationError } from '@orpc/server';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { toAppError } from './api-error.ts';

it('a response that breaks the contract is logged by field, but not revealed', () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const cause = new ValidationError({
    message: 'Output validation failed',
    issues: [{ path: ['files', 0, 'capturedAt'], message: 'Invalid ISO datetime' }],
    data: {},
  });
  const error = toAppError(new ORPCError('INTERNAL_SERVER_ERROR', { cause }), log);
  expect(error).toMatchObject({ code: 'INTERNAL', message: expect.not.stringContaining('files') });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    issues: 'files.0.capturedAt: Invalid ISO datetime',
  });
});

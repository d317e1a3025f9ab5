import { expect, it } from 'vitest';
import { nameError } from './name-error.ts';

it('says the limit once a name is longer, not counting the spaces around it', () => {
  expect(nameError(` ${'a'.repeat(100)} `)).toBeNull();
  expect(nameError('a'.repeat(101))).toBe('Please use no more than 100 characters.');
});

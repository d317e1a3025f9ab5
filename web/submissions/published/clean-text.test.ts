import { expect, it } from 'vitest';
import { cleanText } from './update-text.tsx';

it('removes Drive links and the names in front of them', () => {
  const text = `Slab poured on the north side.
[DJI_0042.JPG] https://drive.google.com/file/d/abc1234567/view?usp=sharing
[Footage]: (https://docs.google.com/document/d/xyz1234567)

Cranes follow next week.`;
  expect(cleanText(text)).toBe('Slab poured on the north side.\n\nCranes follow next week.');
});

it('adds "below" where a removed link followed a colon', () => {
  const text = 'All flights: https://drive.google.com/drive/folders/1a2b3c4d5e\nDone so far:';
  expect(cleanText(text)).toBe('All flights: below\nDone so far:');
});

it('keeps other links and brackets', () => {
  const text = 'See [plan B] and https://city.example/permits';
  expect(cleanText(text)).toBe(text);
});

it('returns an empty string for links only, and for no text', () => {
  expect(cleanText('https://drive.google.com/drive/folders/1a2b3c4d5e')).toBe('');
  expect(cleanText(null)).toBe('');
});

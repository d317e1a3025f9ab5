import { describe, expect, test } from 'vitest';
import { Speedometer, timeWords } from './speed.ts';

describe('the speed', () => {
  test('is unknown until a second has been measured', () => {
    const speed = new Speedometer();
    expect(speed.rate(0)).toBe(null);
    speed.add(500, 0);
    expect(speed.rate(900)).toBe(null);
    expect(speed.rate(1000)).toBe(500);
  });

  test('counts only the last ten seconds', () => {
    const speed = new Speedometer();
    speed.add(1_000_000, 0);
    speed.add(100, 11_000);
    speed.add(100, 13_000);
    expect(speed.rate(13_000)).toBe(100);
  });

  test('falls while nothing arrives', () => {
    const speed = new Speedometer();
    speed.add(1000, 0);
    expect(speed.rate(2000)).toBe(500);
    expect(speed.rate(8000)).toBe(125);
    expect(speed.rate(20_000)).toBe(null);
  });

  test('starts anew after a reset', () => {
    const speed = new Speedometer();
    speed.add(1000, 0);
    speed.reset();
    expect(speed.rate(5000)).toBe(null);
  });
});

test.each([
  [0, 'less than a minute'],
  [44, 'less than a minute'],
  [46, '1 min'],
  [89, '1 min'],
  [91, '2 min'],
  [3540, '59 min'],
  [3600, '1 h'],
  [7800, '2 h 10 min'],
])('%d seconds are read as %j', (seconds, words) => {
  expect(timeWords(seconds)).toBe(words);
});

import { describe, expect, it } from 'vitest';
import { clampPercent, keyedPercent, percentAt, SLIDER } from './slider-position.ts';

describe('the divider', () => {
  it('starts in the middle', () => {
    expect(SLIDER.start).toBe(50);
  });
  it('moves by one percent with an arrow key and by ten with a page key', () => {
    expect(keyedPercent(50, 'ArrowRight')).toBe(51);
    expect(keyedPercent(50, 'ArrowLeft')).toBe(49);
    expect(keyedPercent(50, 'PageUp')).toBe(60);
  });
  it('goes to the ends with Home and End and stops there', () => {
    expect(keyedPercent(37.5, 'Home')).toBe(0);
    expect(keyedPercent(37.5, 'End')).toBe(100);
    expect(keyedPercent(0, 'ArrowLeft')).toBe(0);
    expect(keyedPercent(99.5, 'ArrowRight')).toBe(100);
  });
  it('ignores other keys', () => {
    expect(keyedPercent(50, 'Tab')).toBeNull();
  });
  it('follows the pointer and stays between 0 and 100', () => {
    const frame = { left: 100, width: 400 };
    expect(percentAt(200, frame)).toBe(25);
    expect(percentAt(20, frame)).toBe(0);
    expect(percentAt(900, frame)).toBe(100);
  });
  it('clamps positions to 0 and 100', () => {
    expect([clampPercent(-3), clampPercent(103)]).toEqual([0, 100]);
  });
});

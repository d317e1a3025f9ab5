import { expect, test } from 'vitest';
import { clearBottom } from './keep-clear.ts';

const box = (top: number, bottom: number) => ({ top, bottom });
const field = (top: number, bottom: number) => ({ top, bottom, isField: true });

test.each([
  ['nothing is in the way', [], 784],
  ['what is above leaves room', [box(600, 640), box(0, 40)], 784],
  ['it stands above a button', [box(740, 780)], 732],
  ['it stands above a button at the very edge', [box(790, 800)], 784],
  ['it stands where it fits between two', [box(740, 780), box(560, 600)], 732],
  ['it does not fit between two', [box(560, 660), box(740, 780)], 552],
  ['one reaches over another', [box(700, 780), box(660, 720)], 652],
  [
    'everywhere is one in the way, at the bottom two',
    [box(740, 780), box(690, 720), box(90, 680)],
    682,
  ],
  ['it fits closely between two', [box(740, 790), box(90, 636)], 739],
  [
    'it covers two fields rather than a button',
    [box(720, 780), field(660, 700), field(600, 640), box(90, 560)],
    712,
  ],
  ['nowhere is room', [box(700, 780), box(600, 640), box(500, 540), box(100, 440)], 784],
])('%s', (_case, controls, bottom) => {
  expect(clearBottom(100, 800, controls)).toBe(bottom);
});

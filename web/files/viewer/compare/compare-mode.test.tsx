import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { START } from '../picture/viewport.ts';
import { ChangeMarks } from '../compare/compare-mode.tsx';

test.each([0.1, 1, 5])('draws outlines one screen pixel thick at zoom %f', (scale) => {
  const grid = { width: 512, height: 384 };
  const pane = { width: 800, height: 600 };
  const view = { ...START, scale, pane };
  const html = renderToStaticMarkup(
    <ChangeMarks changes={{ outlines: ['M0,0L1,0L0,1Z'], grid }} frame={pane} view={view} />,
  );
  const pixel = Number(/--pixel:([\d.e-]+)/.exec(html)?.[1]);
  expect((pixel * scale * pane.width) / grid.width).toBeCloseTo(1);
});

import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import type { FilmSize } from '#domain/timelapses.ts';

const SIZES: readonly [size: FilmSize, label: string][] = [
  ['1080p', 'Full HD (1080p)'],
  ['4k', 'Up to 4K, if the photos are large enough'],
];

type FilmSizesProps = { onChoose: (size: FilmSize) => void; children: ReactElement };

/** The sizes of a film as a menu, opened by `children`; it is open at first. */
export const FilmSizes = ({ onChoose, children }: FilmSizesProps) => (
  <Menu position="bottom-end" defaultOpened>
    <Menu.Target>{children}</Menu.Target>
    <Menu.Dropdown>
      {SIZES.map(([each, label]) => (
        <Menu.Item key={each} onClick={() => onChoose(each)}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);

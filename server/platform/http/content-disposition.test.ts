import { expect, test } from 'vitest';
import { contentDisposition } from './content-disposition.ts';

test('a plain name is unchanged', () => {
  expect(contentDisposition('attachment', 'DJI_0001.JPG')).toBe(
    'attachment; filename="DJI_0001.JPG"',
  );
});

test('any other name is sent in ASCII and in UTF-8', () => {
  expect(contentDisposition('inline', "año 1 (final)'*.jpg")).toBe(
    `inline; filename="a_o 1 (final)'*.jpg"; filename*=UTF-8''a%C3%B1o%201%20%28final%29%27%2A.jpg`,
  );
  expect(contentDisposition('attachment', '100%.jpg')).toBe(
    `attachment; filename="100_.jpg"; filename*=UTF-8''100%25.jpg`,
  );
});

test.each(['a"; filename="b.exe', 'a\r\nset-cookie: x=1', 'a\ud800.jpg'])(
  'a name cannot inject into the header: %j',
  (name) => {
    const header = contentDisposition('attachment', name);
    expect(header).toMatch(
      /^attachment; filename="[\x20\x21\x23-\x7e]*"; filename\*=UTF-8''[\w%.~!-]*$/,
    );
  },
);

test('folders are removed from the name', () => {
  expect(contentDisposition('attachment', '../../etc/passwd')).toBe(
    'attachment; filename="passwd"',
  );
  expect(contentDisposition('attachment', 'C:\\photos\\')).toBe('attachment; filename="file"');
});

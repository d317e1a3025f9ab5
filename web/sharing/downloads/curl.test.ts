import { expect, test } from 'vitest';
import { curlLine } from './other-programs-dialog.tsx';

test('escapes characters of the URL and file name that shells interpret', () => {
  const url = "https://site.example/downloads/t/abc/Jo's%20%24%60x%60!.zip";
  expect(curlLine(url, 'Jo\'s "$HOME" `x` – año (2).zip')).toBe(
    'curl -f -C - -o "Jo_s _HOME_ _x_ _ an_o (2).zip" "https://site.example/downloads/t/abc/Jo%27s%20%24%60x%60%21.zip"',
  );
});

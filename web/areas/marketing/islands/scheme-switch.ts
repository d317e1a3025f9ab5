import { find } from './find.ts';

/** The key that the app's library reads and writes, so that the choice holds everywhere. */
const KEY = 'mantine-color-scheme-value';

export function startSchemeSwitch(): void {
  const { dataset } = document.documentElement;
  find('[data-scheme-switch]', HTMLButtonElement)?.addEventListener('click', () => {
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const next = (dataset['mantineColorScheme'] ?? system) === 'dark' ? 'light' : 'dark';
    dataset['mantineColorScheme'] = next;
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // Where storage is forbidden the choice lasts as long as the page.
    }
  });
}

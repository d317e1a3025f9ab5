// Runs before the first paint, so that a dark page never flashes white. Pages of the app and of links have it inside
// (vite.config.ts). The key is the one Mantine writes.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('mantine-color-scheme-value');
    } catch {
      // Storage may be forbidden; the system then decides.
    }
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  };
  apply();
  // The system may turn dark in the evening, while a page is open.
  system.addEventListener('change', apply);
})();

import { useEffect, useState } from 'react';

/**
 * The submission or viewpoint chosen on the page, one of `ids`. It's in the query parameter `name`, so that reload,
 * Back and copied links show it. `written` is the choice that the server rendered. Without the parameter, the first of
 * `ids` is chosen.
 */
export function useChoiceInUrl(
  name: 'week' | 'before' | 'viewpoint',
  ids: readonly string[],
  written: string | null = null,
): [string | undefined, (id: string) => void] {
  const [chosen, setChosen] = useState(written);
  useEffect(() => {
    const follow = () => setChosen(new URLSearchParams(window.location.search).get(name));
    follow();
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [name]);
  const choose = (id: string) => {
    setChosen(id);
    const address = new URL(window.location.href);
    if (id === ids[0]) address.searchParams.delete(name);
    else address.searchParams.set(name, id);
    window.history.replaceState(window.history.state, '', address);
  };
  return [ids.find((id) => id === chosen) ?? ids[0], choose];
}

const NAME = 'sidebar_state';
const SEVEN_DAYS_IN_SECONDS = 7 * 24 * 60 * 60;

/** Whether the sidebar is open, from `document.cookie`; by default it is. */
export const readSidebarCookie = (cookies: string): boolean =>
  !cookies.split(';').some((cookie) => cookie.trim() === `${NAME}=false`);

/** The cookie that keeps the state for 7 days. */
export const sidebarCookie = (isOpen: boolean): string =>
  `${NAME}=${isOpen}; path=/; max-age=${SEVEN_DAYS_IN_SECONDS}; samesite=lax`;

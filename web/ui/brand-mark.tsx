import { brand } from '#web/lib/brand.ts';

const OWN_MARK = '/favicon.svg';

/** The operator's logo, or the product's own: a drone's heading arrow. */
export function BrandMark({ size = 24 }: { size?: number }) {
  if (brand.logoUrl !== OWN_MARK) {
    const fit = { flex: 'none', objectFit: 'contain' } as const;
    return <img src={brand.logoUrl} width={size} height={size} style={fit} alt="" />;
  }
  return (
    <svg width={size} height={size} style={{ flex: 'none' }} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--mantine-primary-color-filled)" />
      <path d="M7 21 16 8l9 13-9-4z" fill="#fff" />
    </svg>
  );
}

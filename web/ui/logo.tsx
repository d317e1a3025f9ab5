import type { LogoBrand } from '#domain/public-site.ts';
import { isWide, OWN_LOGO, uploadedPicture } from '#domain/site-pictures.ts';

type LogoProps = {
  brand: LogoBrand;
  /** In pixels. */
  height: number;
  /** The brand's name unless given. */
  label?: string | undefined;
};

/** The operator's logo and its label. Wide logos contain the name, so they have none. */
export function Logo({ brand, height, label = brand.name }: LogoProps) {
  const { logoUrl, logoDarkUrl } = brand;
  const urls = [...new Set([logoUrl, logoDarkUrl])];
  return (
    <>
      {urls.map((url, index) =>
        url === OWN_LOGO ? (
          <OwnMark key={url} size={height} />
        ) : (
          <img
            key={url}
            width={uploadedPicture(url)?.width ?? height}
            height={uploadedPicture(url)?.height ?? height}
            className={`brand-logo ${urls.length > 1 ? ['in-light', 'in-dark'][index] : ''}`}
            style={{ height }}
            src={url}
            alt={isWide(url) ? label : ''}
          />
        ),
      )}
      {isWide(logoUrl) ? null : <span>{label}</span>}
    </>
  );
}

/** A drone's heading arrow, in the operator's color. */
const OwnMark = ({ size }: { size: number }) => (
  <svg width={size} height={size} style={{ flex: 'none' }} viewBox="0 0 32 32" aria-hidden>
    <rect width="32" height="32" rx="8" fill="var(--filled)" />
    <path d="M7 21 16 8l9 13-9-4z" fill="var(--on-filled)" />
  </svg>
);

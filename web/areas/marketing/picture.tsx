import list from './pictures.json' with { type: 'json' };
import { type Site, useSite } from './site.ts';

type RenderedPicture = {
  place: string;
  week: number;
  widths: number[];
  width: number;
  height: number;
  color: string;
  version: string;
};
const RENDERED_PICTURES: Record<string, RenderedPicture> = list.pictures;

/** 1200 x 630 px, for link previews. */
export const cardPath = `/pictures/card.jpg?v=${list.card}`;

const addressOf = (name: string, { version }: RenderedPicture, ending: string) =>
  `/pictures/${name}-${ending}?v=${version}`;

/** demo/renderer/landing-pictures.ts creates the pictures. */
function sourceSet(name: string): string {
  const rendered = renderedPicture(name);
  return rendered.widths
    .map((width) => `${addressOf(name, rendered, `${width}.avif`)} ${width}w`)
    .join(', ');
}

function renderedPicture(name: string): RenderedPicture {
  const rendered = RENDERED_PICTURES[name];
  if (!rendered) throw new Error(`The sample site has no picture "${name}".`);
  return rendered;
}

export function useLabel(): (name: string, own: string) => string {
  const { pictures } = useSite();
  return (name, own) => (pictures[name] ? own : `Week ${renderedPicture(name).week}`);
}

type Kind = Pick<Site, 'pictureLabel'>;

const subjectOf = ({ pictureLabel }: Kind) =>
  pictureLabel === 'Sample site' ? 'The sample site' : 'A computer-generated construction site';

export const cardText = (kind: Kind): string =>
  `${subjectOf(kind)} in its first and last week, from one viewpoint`;

/** The content of the operator's own pictures is unknown. */
function altOf({ name, view, own }: PictureProps, { pictures, brand, ...kind }: Site): string {
  if (!view) return '';
  return pictures[name] ? (own ?? `A photo by ${brand.name}`) : `${subjectOf(kind)} ${view}`;
}

type PictureProps = {
  name: string;
  /** Completes 'The sample site …', for example 'from the air'. Without it, the picture is decorative. */
  view?: string;
  /** Alternative text of the operator's own picture. */
  own?: string;
  sizes: string;
  tall?: { name: string; sizes: string };
  isEager?: boolean;
  /** Visible without scrolling, but loaded after another picture. */
  isSecond?: boolean;
};

export function Picture(props: PictureProps) {
  const { name, sizes, tall, isEager, isSecond } = props;
  const site = useSite();
  const own = site.pictures[name];
  const alt = altOf(props, site);
  const rendered = renderedPicture(name);
  const image = {
    width: rendered.width,
    height: rendered.height,
    decoding: isEager ? ('sync' as const) : ('async' as const),
    ...(isEager ? {} : { loading: 'lazy' as const }),
    ...(isEager && !isSecond ? { fetchPriority: 'high' as const } : {}),
  };
  if (own) return <img {...image} src={own} alt={alt} />;
  return (
    <picture>
      {tall ? (
        <source
          type="image/avif"
          media="(max-aspect-ratio: 4/5)"
          srcSet={sourceSet(tall.name)}
          sizes={tall.sizes}
        />
      ) : null}
      <source type="image/avif" srcSet={sourceSet(name)} sizes={sizes} />
      <img
        {...image}
        alt={alt}
        src={addressOf(name, rendered, `${rendered.width}.webp`)}
        style={{ backgroundColor: rendered.color }}
      />
    </picture>
  );
}

type FigureProps = PictureProps & { className?: string };

export function Figure({ className = '', ...picture }: FigureProps) {
  return (
    <figure className={`figure ${className}`}>
      <Picture {...picture} />
      <Caption of={picture.name} />
    </figure>
  );
}

/** Labels a sample picture; the operator's own pictures have no caption. */
export function Caption({ of, text }: { of: string; text?: string }) {
  const { pictureLabel, pictures } = useSite();
  if (pictures[of]) return null;
  const { place, week } = renderedPicture(of);
  return (
    <figcaption className="caption">
      <b>{pictureLabel}</b> {text ?? `${place}, week ${week}`}
    </figcaption>
  );
}

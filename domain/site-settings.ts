import { z } from 'zod';
import { SITE_PARTS, type SiteContent, type SitePart } from './public-site.ts';
import { field, line, PictureUrl } from './setting-field.ts';

const isPart = (name: string): name is SitePart => Object.hasOwn(SITE_PARTS, name);

const text = (label: string, standard: string, hint?: string) =>
  field('site', label, line(300).default(standard), { group: 'Texts', ...(hint ? { hint } : {}) });

const ITEM = /\S *\| *\S/;
const ITEMS = 'One item a line: title | text. Lines without | introduce them.';

const lines = (label: string, standard: readonly string[], hint: string = ITEMS) =>
  field(
    'site',
    label,
    z
      .string()
      .trim()
      .min(1)
      .max(4000, 'must have at most 4000 characters')
      .overwrite((value) => value.replaceAll(String.raw`\n`, '\n'))
      .refine(
        (value) => ITEM.test(value) || !standard.some((each) => ITEM.test(each)),
        'must have a line such as title | text',
      )
      .default(standard.join('\n')),
    { kind: 'lines', group: 'Texts', hint },
  );

const price = (label: string, lowest: 0 | 1, standard: number, hint: string) =>
  field(
    'site',
    label,
    z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(lowest, `must be at least ${lowest}`)
      .max(100_000, 'must be at most 100000')
      .default(standard),
    { kind: 'number', group: 'Prices', hint },
  );

const picture = (label: string, size: string) =>
  field('site', label, PictureUrl.optional(), {
    kind: 'picture',
    use: 'photo',
    group: 'Pictures',
    hint: `About ${size} pixels.`,
  });

export const SITE_SETTINGS = {
  SITE_LANDING: field('site', 'Start Page', z.enum(['page', 'sign-in']).default('page'), {
    kind: 'choice',
    choices: [
      ['page', 'This public site'],
      ['sign-in', 'Sign-in page (no public site)'],
    ],
  }),
  SITE_HIDDEN_SECTIONS: field(
    'site',
    'Hidden Sections',
    z
      .string()
      .refine((names) => names.split(',').every(isPart), 'must be names of sections')
      .optional(),
    {
      kind: 'checks',
      choices: Object.entries(SITE_PARTS),
      hint: 'Links to hidden sections disappear, too. Check whether texts below still mention them.',
    },
  ),

  SITE_HEADLINE: text('Headline', 'See your construction site change, week by week.'),
  SITE_INTRODUCTION: lines(
    'Introduction',
    [
      "Drone photos, video and maps from the same angles every visit, in your team's portal within 36 hours. Across the {area}.",
    ],
    'Also shown by search engines. {area} is your service area.',
  ),
  SITE_BUTTON: text('Main Button', 'Get a Free Demo Flight', 'Opens the contact form.'),
  SITE_FACTS: lines('Facts', [
    '36 h | from shoot to portal upload',
    '30+ | aerial progress photos in the core package',
    '1st | flight is free, with a 30-minute strategy call',
    '107 | FAA Part 107 certified pilots',
  ]),
  SITE_WHO_WE_SERVE: lines('Who We Serve', [
    "Everyone who answers for a job site but can't be there every day.",
    'Project Managers | Know what changed since the last visit before the Monday meeting starts.',
    'Investors | See what your money has built without leaving your desk or booking a site tour.',
    'General Contractors | Settle who was where and when with dated photos of the whole site.',
    'Development Teams | Keep designers, lenders and the city on the same set of photos and maps.',
    'Homeowners | Follow your own house from the first footing to the roof.',
  ]),
  SITE_WHY_DRONES: lines('Why Use Drones', [
    'A phone photo shows what someone chose to stand in front of. A drone that returns to the same point every week shows everything else.',
    'The whole site at a glance | A walk shows you one corner. A flight shows how it all fits together.',
    'Weeks you can compare | Same GPS waypoint, same angle. Only the work changes.',
    'A record no one can dispute | Dated and located photos, starting with the first visit.',
  ]),
  SITE_SERVICES: lines('Services', [
    'What you get from every visit, no matter who is flying.',
    'Scheduled photo and video updates | Flown on the days that suit your schedule, one to five times a month.',
    'GPS-waypoint photography | The drone returns to the same points, so you get identical angles week to week.',
    'Interactive project maps | A map of the whole site in your portal. View it there or download it.',
    'Weekly timelapse videos | Every visit from the same viewpoint, cut together in 4k quality.',
  ]),
  SITE_CORE_PACKAGE: lines(
    'Core Package',
    [
      '30+ aerial progress photos',
      'Identical angles week to week',
      'In the portal within 36 hours',
      'Access for the whole project team',
    ],
    'In Our Services. One item a line.',
  ),
  SITE_OUR_SERVICES: lines('Our Services', [
    'Start with the core package. Add maps, timelapse or footage as you need them.',
    'Client portal | A branded portal with week-over-week comparison of every viewpoint, and bulk downloads of the originals.',
    '2D photogrammetry and mapping | One to-scale picture of the whole site, stitched together from overhead photos.',
    'Media and marketing footage | Photos and video for leasing, investor decks and your own website.',
  ]),
  SITE_HOW_IT_WORKS: lines('How It Works', [
    'Five steps. You take the first one, and we do the rest.',
    'Submit the interest form | Your name, your email and a line about your site are enough.',
    'Free 30-minute strategy call | We talk about which views matter, how often to fly and who needs to see them. Nothing to pay, nothing to sign.',
    'On-site consultation with the first flight | We walk the site with you, set the waypoints and make the first flight.',
    'Media captured and uploaded within 36 hours | Photos, video and maps of each visit, sorted by viewpoint.',
    'Portal access for the team | Multi-user access, role permissions and training, so everyone finds what they need.',
  ]),
  SITE_FAA_URL: field(
    'site',
    'FAA News Link',
    z
      .url({ protocol: /^https$/, error: 'must be an https address' })
      .default(
        'https://www.faa.gov/newsroom/faa-proposes-341413-civil-penalties-against-drone-operators',
      ),
    { group: 'Texts', hint: 'In the FAA warning.' },
  ),
  SITE_FREE_FLIGHT: lines(
    'Free First Flight',
    [
      'Your first flight is free. | We fly your site once and set up your own portal. Then you decide.',
      'Schedule Your Free Flight',
    ],
    'Or another offer: heading | text. The next line is the label of the button.',
  ),
  SITE_CONTACT: lines(
    'Contact',
    ['Tell us about your site. We respond {response}, and the 30-minute strategy call is free.'],
    '{response} is your response time.',
  ),
  SITE_FAQ: lines(
    'FAQ',
    [
      "How soon do we see the photos? | They're in your portal within 36 hours of the shoot.",
      'What does it cost? | {visit} per site visit. Timelapse adds {timelapse} per site per month. 2D mapping adds {mapping} per site per visit. The first flight is free.',
      'Are your pilots certified? | Yes. Every pilot holds an FAA Part 107 certificate.',
      'Who can see our site? | Only your team. Each person has their own account and role, and you decide which share links go out.',
    ],
    'One question a line: question | answer. {visit}, {timelapse} and {mapping} are your prices. A sentence with a price that you hide is left out.',
  ),

  SITE_PRICE_VISIT: price('Site Visit', 1, 400, 'US dollars, per site visit.'),
  SITE_PRICE_TIMELAPSE: price('Timelapse', 0, 50, "Per site per month. 0 if you don't offer it."),
  SITE_PRICE_MAPPING: price('2D Mapping', 0, 100, "Per site per visit. 0 if you don't offer it."),

  SITE_PICTURE_HERO_BEFORE: picture('Before Photo', '2000 x 1250'),
  SITE_PICTURE_HERO_AFTER: picture('After Photo', '2000 x 1250'),
  SITE_PICTURE_WHO: picture('Who We Serve Photo', '1200 x 960'),
  SITE_PICTURE_WEEK_2: picture('First Visit Photo', '720 x 540'),
  SITE_PICTURE_WEEK_4: picture('Second Visit Photo', '720 x 540'),
  SITE_PICTURE_WEEK_6: picture('Third Visit Photo', '720 x 540'),
  SITE_PICTURE_WEEK_8: picture('Fourth Visit Photo', '720 x 540'),
  SITE_PICTURE_SERVICES: picture('Services Photo', '1440 x 810'),
  SITE_PICTURE_PORTAL: picture('First Service Photo', '960 x 720'),
  SITE_PICTURE_OVERHEAD: picture('Second Service Photo', '960 x 720'),
  SITE_PICTURE_FOOTAGE: picture('Third Service Photo', '960 x 720'),
  SITE_PICTURE_STEPS: picture('How It Works Photo', '800 x 1000'),
  SITE_PICTURE_PRICING: picture('Pricing Photo', '960 x 411'),
  SITE_PICTURE_PENALTIES: picture('FAA Warning Photo', '720 x 720'),
  SITE_PICTURE_FREE_FLIGHT: picture('Free First Flight Photo', '1920 x 960'),
  SITE_PICTURE_CONTACT: picture('Contact Photo', '960 x 720'),
} as const;

const PICTURE = 'SITE_PICTURE_';

/** By the names of `web/areas/marketing/pictures.json`, such as 'hero-before'. */
const readPictures = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, url]) =>
      name.startsWith(PICTURE) && url
        ? [[name.slice(PICTURE.length).toLowerCase().replaceAll('_', '-'), String(url)]]
        : [],
    ),
  );

type Environment = z.output<
  z.ZodObject<{
    [Name in keyof typeof SITE_SETTINGS]: (typeof SITE_SETTINGS)[Name]['schema'];
  }>
>;

const HERO = ['SITE_PICTURE_HERO_BEFORE', 'SITE_PICTURE_HERO_AFTER'] as const;

/** `problems` as in the server's configuration: names of settings, a colon, and what's wrong. */
export const readSite = (env: Environment): { site: SiteContent; problems: string[] } => ({
  problems:
    HERO.filter((name) => env[name]).length === 1
      ? [`${HERO.join(', ')}: set both or neither`]
      : [],
  site: {
    isPublic: env.SITE_LANDING === 'page',
    hidden: env.SITE_HIDDEN_SECTIONS?.split(',').filter(isPart) ?? [],
    faaUrl: env.SITE_FAA_URL,
    pictures: readPictures(env),
    prices: {
      visit: env.SITE_PRICE_VISIT,
      timelapse: env.SITE_PRICE_TIMELAPSE,
      mapping: env.SITE_PRICE_MAPPING,
    },
    texts: {
      headline: env.SITE_HEADLINE,
      introduction: env.SITE_INTRODUCTION,
      button: env.SITE_BUTTON,
      facts: env.SITE_FACTS,
      whoWeServe: env.SITE_WHO_WE_SERVE,
      whyDrones: env.SITE_WHY_DRONES,
      services: env.SITE_SERVICES,
      corePackage: env.SITE_CORE_PACKAGE,
      ourServices: env.SITE_OUR_SERVICES,
      howItWorks: env.SITE_HOW_IT_WORKS,
      freeFlight: env.SITE_FREE_FLIGHT,
      contact: env.SITE_CONTACT,
      faq: env.SITE_FAQ,
    },
  },
});

import { describe, expect, it, vi } from 'vitest';
import type { ComparedPhoto, SubmissionComparison } from '#domain/submission-comparison.ts';
import type { SharedView } from '#contract/shared-view.ts';
import type { SharedFile } from '#domain/files.ts';
import { ShareSwitches, type SharedPage } from '#domain/share-links.ts';
import type { SharedSubmission } from '#domain/submissions.ts';
import template from '../../shared.html?raw';
import { renderSharedPage } from './server.tsx';

const cover = {
  mediaUrl: '/media/m1',
  presets: [512, 1024],
  width: 4000,
  height: 2250,
  thumbhash: '2fcZFIB3iId/h3iJh4aIYJ2V8g==',
};

const submission = (id: string, recordedDate: string): SharedSubmission => ({
  id,
  projectId: 'p',
  title: `Visit ${id}`,
  contentType: 'weekly_update',
  summary: null,
  recordedDate,
  publishedAt: `${recordedDate}T20:00:00Z`,
  photoCount: 1,
  videoCount: 0,
  mapCount: 0,
  documentCount: 0,
  fileCount: 1,
  cover: { ...cover, mediaUrl: `/media/${id}` },
  createdAt: `${recordedDate}T20:00:00Z`,
});
const file = (id: string, changes: Partial<SharedFile> = {}): SharedFile => ({
  ...cover,
  id,
  submissionId: 'new',
  fileName: `${id}.JPG`,
  fileType: 'image/jpeg',
  fileSize: 2048,
  kind: 'photo',
  photoType: null,
  lens: null,
  focalLength: null,
  equivalentFocalLength: null,
  part: null,
  raw: null,
  chapters: [],
  sortOrder: 0,
  viewpointId: null,
  viewpointName: null,
  viewpointOrder: null,
  alignment: null,
  durationSeconds: null,
  capturedAt: null,
  latitude: null,
  longitude: null,
  gimbalYaw: null,
  flightYaw: null,
  gimbalPitch: null,
  cameraModel: null,
  originalUrl: null,
  errorMessage: null,
  ...changes,
});
const compared = (week: string, viewpointId: string): ComparedPhoto => ({
  ...cover,
  id: `${week}-${viewpointId}`,
  submissionId: week,
  submissionTitle: `Visit ${week}`,
  day: week === 'new' ? '2026-11-14' : '2026-11-07',
  alignment: null,
  viewpointId,
});
const viewOf = (id: string, name: string, before: ComparedPhoto | null = compared('old', id)) => ({
  viewpoint: { id, name },
  before,
  after: compared('new', id),
  turn: 0,
});
const comparison: SubmissionComparison = {
  views: [viewOf('crane', 'Crane', null), viewOf('gate', 'Gate')],
  firstId: 'gate',
};
const page: SharedPage = {
  title: null,
  description: 'From the air',
  expiresAt: null,
  ...ShareSwitches.parse({}),
  project: {
    id: 'p',
    name: 'North Tower',
    description: null,
    address: null,
    status: 'active',
    startDate: '2026-10-01',
    estimatedCompletionDate: null,
    timeZone: 'America/Chicago',
    units: 'us',
  },
  timelapses: [],
  submissions: [submission('new', '2026-11-14'), submission('old', '2026-11-07')],
};
const view = (changes: Partial<Extract<SharedView, { kind: 'open' }>> = {}): SharedView => ({
  kind: 'open',
  token: 'T0KEN',
  origin: 'https://photos.example',
  screen: 'project',
  page,
  submissionId: 'new',
  files: { files: [file('a')], download: null },
  comparison,
  ...changes,
});
const rethrow = (error: unknown) => {
  throw error;
};
const html = (changes?: Parameters<typeof view>[0]) =>
  renderSharedPage(view(changes), template, rethrow);
const withPage = (changes: Partial<SharedPage>) => html({ page: { ...page, ...changes } });

describe('a shared page', () => {
  it('has the Open Graph tags that chat apps show as a preview', () => {
    const text = html();
    expect(text).toContain('<meta property="og:title" content="North Tower">');
    expect(text).toContain('<meta property="og:description" content="From the air">');
    expect(text).toContain(
      '<meta property="og:image" content="https://photos.example/shared/T0KEN/picture.jpg?of=new">',
    );
    expect(text).toContain(
      '<meta property="og:url" content="https://photos.example/shared/T0KEN">',
    );
    expect(text).toContain('<meta name="robots" content="noindex, nofollow" />');
    expect(text).toContain('<title>North Tower · Overfly</title>');
  });

  it('preloads the hero picture in the sizes it is shown in', () => {
    const text = html({ comparison: null });
    const preload = /<link rel="preload" as="image"[^>]*>/.exec(text)?.[0];
    expect(preload).toContain(
      'imagesrcset="/media/new/w512.webp 512w, /media/new/w1024.webp 1024w"',
    );
    expect(preload).toContain('imagesizes="max(100vw, 89vh)"');
    expect(preload).toContain('fetchpriority="high"');
    const gallery = /<section[^>]*aria-labelledby="media".*/s.exec(text)?.[0] ?? '';
    const images = gallery.match(/<img[^>]*>/g) ?? [];
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) expect(image).toMatch(/data-far="true".*loading="lazy"/);
  });

  it('leaves rendering to the browser when it fails on the server', () => {
    const onError = vi.fn<(error: unknown) => void>();
    const broken = { ...page, timelapses: [null] as unknown as SharedPage['timelapses'] };
    const text = renderSharedPage(view({ page: broken }), template, onError);
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
    expect(text).toContain('<title>North Tower · Overfly</title>');
    expect(text).toContain('"timelapses":[null]');
    expect(text).not.toContain('Project Overview</h2>');
  });

  it('contains overview, comparison, photos and information without scripts', () => {
    const text = html();
    for (const part of [
      'Project Overview',
      'Compare with week',
      'Photo gallery',
      'Project Information',
      'Oct 1, 2026',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('Week 2 of November');
  });

  it('starts with the comparison and a choice of viewpoints', () => {
    const text = html();
    const [, before] = text.split('</header>');
    expect(before).toMatch(/^<main[^>]*><section[^>]*aria-labelledby="comparison"/);
    expect(text).toContain('alt="Gate, Nov 7, 2026"');
    expect(text).toContain('alt="Gate, Nov 14, 2026"');
    const buttons = /<ul[^>]*aria-label="Viewpoints">.*?<\/ul>/s.exec(text)?.[0] ?? '';
    expect(buttons.match(/aria-pressed="(true|false)"/g)).toEqual([
      'aria-pressed="false"',
      'aria-pressed="true"',
    ]);
    expect(text).not.toContain('alt="North Tower from the air"');
    expect(text).not.toContain('imagesrcset');
  });

  it.each([
    ['no photos', { views: [], firstId: null }],
    ['no earlier photos', { views: [viewOf('gate', 'Gate', null)], firstId: 'gate' }],
  ])('shows the cover when there are %s to compare', (_, nothing) => {
    const text = html({ comparison: nothing });
    expect(text).not.toContain('Before and after');
    expect(text).toContain('alt="North Tower from the air"');
  });

  it('escapes markup in titles, names and descriptions', () => {
    const evil = `</script><script>alert(1)</script>"'$&`;
    const text = withPage({
      title: evil,
      description: evil,
      project: { ...page.project, name: evil },
    });
    expect(text.match(/<script>alert/g)).toBeNull();
    expect(text).toContain('<title>&lt;/script&gt;');
    const data =
      /<script type="application\/json" id="shared-data">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({ page: { title: evil, project: { name: evil } } });
  });

  it('shows the video gallery only when there are videos', () => {
    expect(html()).not.toContain('Video gallery');
    const video = file('clip', { kind: 'video', fileType: 'video/mp4' });
    const text = html({ files: { files: [video], download: null } });
    expect(text).toContain('Video gallery');
    expect(text).not.toContain('Photo gallery');
  });

  it('lists documents and links those that can be downloaded', () => {
    const report = file('report', { kind: 'document', fileName: 'Soil report.pdf' });
    const withReport = (originalUrl: string | null) =>
      html({ files: { files: [{ ...report, originalUrl }], download: null } });
    expect(html()).not.toContain('>Documents<');
    expect(withReport(null)).toContain('<li>Soil report.pdf');
    expect(withReport('/media/report.pdf')).toContain('<a href="/media/report.pdf" download');
  });

  it('shows why a photo has no preview', () => {
    const errorMessage = 'The way this image stores its colors is not supported.';
    const photo = file('odd', { presets: [], errorMessage });
    const text = html({ files: { files: [photo], download: null } });
    expect(text).toContain(`No preview. ${errorMessage}`);
    expect(text).not.toContain('alt="Photo');
    expect(text).not.toContain('Failed to load');
  });

  it('offers originals only when downloads are allowed', () => {
    expect(html()).not.toContain('Download all originals');
    const reportUrl = '/reports/s/1/2/3/report.pdf';
    const download = {
      url: '/media/z/all.zip',
      bytes: 5 * 1024 ** 2,
      fileCount: 2,
      rawCount: 1,
      reportUrl,
    };
    const text = html({ files: { files: [], download } });
    expect(text).toContain('href="/media/z/all.zip"');
    expect(text).toContain(`href="${reportUrl}"`);
    expect(text).toContain('2 files, including 1 RAW file');
    expect(text).toContain('5 MB');
  });

  it('shows a message when there are no updates', () => {
    const text = html({
      page: { ...page, submissions: [] },
      submissionId: null,
      files: null,
      comparison: null,
    });
    expect(text).toContain('No Updates Available');
    expect(text).not.toContain('og:image');
    expect(text).not.toContain('Compare with week');
  });

  it('shows the selected week', () => {
    const chosen = html({ submissionId: 'old' });
    expect(chosen).toMatch(/<h2 id="media">Visit old</);
    expect(chosen).toContain('<option value="old" selected="">');
    expect(chosen).toContain('<noscript><button type="submit"');
  });

  it('shows only one submission for a link to a week', () => {
    const text = html({ screen: 'week' });
    expect(text).toContain('/shared/T0KEN/week"');
    expect(text).not.toContain('Compare with week');
    expect(text).not.toContain('Visit old');
  });

  it('shows a before/after slider of one viewpoint for embedding', () => {
    const text = html({ screen: 'slider' });
    expect(text).toContain('aria-label="Divider between Nov 7, 2026 and Nov 14, 2026"');
    expect(text).toContain('alt="Gate, Nov 14, 2026"');
    expect(text).toContain('href="/shared/T0KEN" target="_blank"');
    expect(text).not.toContain('Photo gallery');
    expect(text).not.toContain('imagesrcset');
    const single = html({
      screen: 'slider',
      comparison: null,
      page: { ...page, submissions: [submission('new', '2026-11-14')] },
    });
    expect(single).toContain('alt="North Tower from the air"');
  });

  it("shows the operator's name from the template", () => {
    const own = template.replace('"name":"Overfly"', '"name":"Sky & Sons"');
    expect(renderSharedPage(view(), own, rethrow)).toContain(
      '<title>North Tower · Sky &amp; Sons</title>',
    );
  });
});

describe('a closed link', () => {
  it('shows the error without any project details', () => {
    const message = 'This shared link is not available or has expired.';
    const text = renderSharedPage({ kind: 'gone', message }, template, rethrow);
    expect(text).toContain('Link Not Available');
    expect(text).toContain(message);
    expect(text).toContain('Go Back');
    expect(text).not.toContain('og:');
  });
});

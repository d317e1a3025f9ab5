/** A request's `body`, beside what stands in its path, and the `answer` to it. */
export type ApiExample = { body?: Record<string, unknown>; answer?: Record<string, unknown> };

const PICTURE = {
  mediaUrl:
    '/media/p/49d24c8d-abcf-4692-8801-dd6101b123f0/f/126d92fe-02fb-4b6d-970f-9c02ab04e768/…',
  presets: [256, 512, 768, 1024, 2048],
  width: 2000,
  height: 1500,
  thumbhash: 'mggGBYAGlrmHa3dgfbRYeF/hxWOP',
};

const DRAFT = {
  id: '34273498-0991-405a-9676-9c2ce0c124aa',
  projectId: '9e7e26f1-fcd3-45eb-8abe-3c175bdb0d41',
  title: 'Week 12',
  contentType: 'article',
  summary: null,
  contentText: null,
  recordedDate: '2026-11-20',
  publishedAt: null,
  googleDriveFolderUrl: null,
  driveCopies: {},
  mapEmbedUrl: null,
  mapProvider: 'custom',
  mapCoordinates: null,
  photoCount: 0,
  videoCount: 0,
  mapCount: 0,
  documentCount: 0,
  fileCount: 0,
  cover: null,
  createdAt: '2026-11-23T13:51:00.336Z',
  clock: {
    flownAt: null,
    begunAt: '2026-11-23T13:51:00.336Z',
    publishedAt: null,
    pauses: [],
  },
  status: 'draft',
  publishAt: null,
  scheduleError: null,
  projectName: 'Brazos Commons',
  timeZone: 'America/Chicago',
  companyName: 'Brazos Builders',
  hiddenCount: 0,
  processingCount: 0,
  failedCount: 0,
  updatedAt: '2026-11-23T13:51:00.334Z',
  updatedBy: null,
};

/** Examples of the main operations by their names; a test holds them to the contract. */
export const API_EXAMPLES: Readonly<Record<string, ApiExample>> = {
  'projects.list': {
    answer: {
      projects: [
        {
          id: '9e7e26f1-fcd3-45eb-8abe-3c175bdb0d41',
          companyId: 'e7aec577-486d-4a92-b7fc-5fdbc332c1cb',
          companyCode: 'BRAZOS',
          companyName: 'Brazos Builders',
          name: 'Brazos Commons',
          description: 'A four-story mixed-use building.',
          address: '100 Sample Street, Waco, TX 76701',
          status: 'active',
          startDate: '2026-09-14',
          estimatedCompletionDate: null,
          latitude: 31.5208,
          longitude: -97.1583,
          timeZone: 'America/Chicago',
          units: 'us',
          isManaged: false,
          submissionCount: 0,
          lastPublishedAt: null,
          createdAt: '2026-11-23T13:50:04.280Z',
        },
      ],
    },
  },
  'projects.create': {
    body: {
      name: 'Brazos Commons',
      companyId: 'e7aec577-486d-4a92-b7fc-5fdbc332c1cb',
      timeZone: 'America/Chicago',
    },
  },
  'submissions.create': {
    body: {
      projectId: '9e7e26f1-fcd3-45eb-8abe-3c175bdb0d41',
      title: 'Week 12',
      recordedDate: '2026-11-20',
    },
    answer: DRAFT,
  },
  'submissions.publish': {
    answer: {
      ...DRAFT,
      publishedAt: '2026-11-23T13:51:09.724Z',
      photoCount: 1,
      fileCount: 1,
      cover: PICTURE,
      clock: {
        flownAt: '2025-03-24T17:19:00.000Z',
        begunAt: '2026-11-23T13:51:00.336Z',
        publishedAt: '2026-11-23T13:51:09.736Z',
        pauses: [],
      },
      status: 'published',
      updatedAt: '2026-11-23T13:51:09.724Z',
    },
  },
  'submissions.elsewhere': {
    answer: {
      placed: 34,
      confirmed: [],
      files: [
        {
          fileId: '126d92fe-02fb-4b6d-970f-9c02ab04e768',
          fileName: 'DJI_0121.JPG',
          kind: 'photo',
          metres: 5470,
          nearest: {
            projectId: '0d2f5c1b-6b1e-4c88-9d5e-3f6a3a0c8a11',
            projectName: 'North Yard',
            metres: 58,
            draft: { id: '5b0f0a52-8f1c-4f5e-a2f3-0c7a5a1f7b10', title: 'Week 9' },
          },
        },
      ],
    },
  },
  'submissions.moveFiles': {
    answer: {
      fileIds: ['126d92fe-02fb-4b6d-970f-9c02ab04e768'],
      submission: DRAFT,
      twins: [],
      isNew: false,
    },
  },
  'files.list': {
    answer: {
      files: [
        {
          ...PICTURE,
          id: '126d92fe-02fb-4b6d-970f-9c02ab04e768',
          submissionId: '34273498-0991-405a-9676-9c2ce0c124aa',
          fileName: 'DJI_0121.JPG',
          fileType: 'image/jpeg',
          fileSize: 324346,
          kind: 'photo',
          photoType: null,
          part: null,
          raw: null,
          sortOrder: 0,
          viewpointId: '07724f8b-a4e4-4223-b912-8bfdaac20a5f',
          viewpointName: 'Looking north',
          viewpointOrder: 1,
          alignment: {
            state: 'aligned',
            matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
            reference: '126d92fe-02fb-4b6d-970f-9c02ab04e768',
            parallax: 0,
          },
          durationSeconds: null,
          chapters: [],
          capturedAt: '2025-03-24T17:19:00.000Z',
          latitude: 31.5208,
          longitude: -97.1583,
          relativeAltitude: 44.2,
          gimbalYaw: 2.11,
          gimbalPitch: -90,
          flightYaw: 2.11,
          lens: 'unknown',
          focalLength: 8.8,
          equivalentFocalLength: 24,
          cameraModel: 'FC6310',
          sha256: 'b71d29f41be989ea5b6f193defe28d7321348c101f58c22483b48905061f2ea7',
          originalUrl:
            '/media/p/49d24c8d-abcf-4692-8801-dd6101b123f0/o/126d92fe-02fb-4b6d-970f-9c02ab04e768/…/DJI_0121.JPG',
          errorMessage: null,
          state: 'ready',
          isForClients: true,
          isCover: false,
          isShownAsPhoto: false,
          progress: null,
          posterSeconds: null,
          isPosterPending: false,
          canRetry: false,
          timeZoneSource: 'exif',
          altitude: 334.2,
          cameraMake: 'DJI',
        },
      ],
    },
  },
  'viewpoints.compare': {
    answer: {
      views: [
        {
          viewpoint: { id: 'b1a4a8a2-3a5f-4b0c-9a43-2f4f5f6f0a11', name: 'Entrance' },
          before: null,
          after: {
            mediaUrl: '/media/f5c1b0de-2c1f-4f0b-8a05-6a1c9f0e7d21/…',
            presets: [256, 768, 2048],
            width: 4000,
            height: 3000,
            thumbhash: null,
            id: 'f5c1b0de-2c1f-4f0b-8a05-6a1c9f0e7d21',
            submissionId: '34273498-0991-405a-9676-9c2ce0c124aa',
            submissionTitle: 'Week 12',
            day: '2026-11-20',
            alignment: null,
            viewpointId: 'b1a4a8a2-3a5f-4b0c-9a43-2f4f5f6f0a11',
          },
          turn: 0,
        },
      ],
      firstId: 'b1a4a8a2-3a5f-4b0c-9a43-2f4f5f6f0a11',
    },
  },
  'shareLinks.create': {
    body: {
      projectId: '9e7e26f1-fcd3-45eb-8abe-3c175bdb0d41',
      title: 'For the owner',
      expiresAt: '2027-01-31T23:00:00.000Z',
      allowDownload: false,
    },
  },
  'webhooks.create': {
    body: {
      name: 'Site diary',
      url: 'https://example.com/overfly',
      events: ['submission.published'],
    },
  },
};

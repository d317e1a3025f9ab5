export type ActingToken = { id: string; name: string };

/** db/policies.sql defines what each viewer can see and change. */
export type Viewer =
  | { kind: 'anonymous' }
  | { kind: 'system' }
  | { kind: 'share'; shareLinkId: string }
  /** `companyId` is null while the email address isn't verified or the company's clients have no access. */
  | { kind: 'client'; profileId: string; companyId: string | null; apiToken?: ActingToken }
  | {
      kind: 'staff';
      profileId: string;
      role: 'operator' | 'admin' | 'project_manager';
      apiToken?: ActingToken;
    };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const STAFF_ROLES = new Set(['operator', 'admin', 'project_manager']);

/**
 * Combines all statements in one message. @throws {TypeError} for an ID that isn't a UUID, or an unknown kind or role
 */
export function openingStatements(viewer: Viewer): string {
  const { id, company } = settingsOf(viewer);
  return (
    'begin; set local role overfly_app; ' +
    `set local app.viewer_kind = '${viewer.kind}'; set local app.viewer_id = '${id}'; ` +
    `set local app.viewer_company = '${company}'`
  );
}

function settingsOf(viewer: Viewer): { id: string; company: string } {
  switch (viewer.kind) {
    case 'anonymous':
    case 'system':
      return { id: '', company: '' };
    case 'share':
      return { id: uuid(viewer.shareLinkId), company: '' };
    case 'client': {
      const company = viewer.companyId === null ? '' : uuid(viewer.companyId);
      return { id: uuid(viewer.profileId), company };
    }
    case 'staff':
      if (!STAFF_ROLES.has(viewer.role)) throw new TypeError('A viewer has an unknown role.');
      return { id: uuid(viewer.profileId), company: '' };
    default:
      throw new TypeError('A viewer has an unknown kind.');
  }
}

function uuid(value: string): string {
  if (typeof value !== 'string' || !UUID.test(value)) {
    throw new TypeError("A viewer's id must be a UUID.");
  }
  return value;
}

export const profileOf = (viewer: Viewer): string | null =>
  'profileId' in viewer ? viewer.profileId : null;

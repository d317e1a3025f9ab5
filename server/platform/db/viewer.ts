/** The API token that a program acts with in somebody's name: the audit log names it. */
export type ActingToken = { id: string; name: string };

/** On whose behalf a transaction runs; db/policies.sql decides what each may see and change. */
export type Viewer =
  | { kind: 'anonymous' }
  | { kind: 'system' }
  | { kind: 'share'; shareLinkId: string }
  /** `companyId` is null while the e-mail address is not verified or the company is deactivated. */
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
 * The statements that open a transaction for `viewer`: the role without privileges, and the
 * settings that the policies read. One text, so that it costs one message. All settings are
 * written every time; `set local` ends with the transaction.
 * @throws {TypeError} when an id is not a UUID or a kind or role is unknown
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
      throw new TypeError('A viewer is of an unknown kind.');
  }
}

function uuid(value: string): string {
  if (typeof value !== 'string' || !UUID.test(value)) {
    throw new TypeError('The id of a viewer must be a UUID.');
  }
  return value;
}

/** The person behind a viewer, or null for visitors and the product itself. */
export const profileOf = (viewer: Viewer): string | null =>
  'profileId' in viewer ? viewer.profileId : null;

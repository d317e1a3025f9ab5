const STAFF_ROLES = ['operator', 'admin', 'project_manager'] as const;
export const ROLES = ['client', ...STAFF_ROLES] as const;
export type Role = (typeof ROLES)[number];
export type StaffRole = (typeof STAFF_ROLES)[number];

export const isStaffRole = (role: string): role is StaffRole =>
  STAFF_ROLES.some((staffRole) => staffRole === role);

/** What each role may do beyond reading what it sees. Row-level policies decide on which rows. */
const ABILITIES = {
  'audit.read': STAFF_ROLES,
  /** Clients: see, invite, edit, deactivate, reactivate. */
  'people.manage': STAFF_ROLES,
  /** Accounts of staff, and who has which role. The database holds everyone else off, too. */
  'staff.manage': ['admin'],
  'companies.manage': STAFF_ROLES,
  'companies.read': STAFF_ROLES,
  'projects.manage': STAFF_ROLES,
  'submissions.manage': STAFF_ROLES,
  /** What was deleted: see it, restore it, delete it for good. */
  'bin.manage': STAFF_ROLES,
  /** The one Google Drive of the installation: connect it, look into it, import from it, save to it. */
  'drive.use': STAFF_ROLES,
  'form-submissions.manage': STAFF_ROLES,
  /** Own tokens for programs; an admin revokes those of everybody. */
  'api-tokens.manage': STAFF_ROLES,
  'webhooks.manage': ['admin'],
  'mails.manage': STAFF_ROLES,
  /** What runs in the background, what failed there, and what is stored. */
  'system.manage': STAFF_ROLES,
  'operator-area.enter': STAFF_ROLES,
  'share-links.manage': ROLES,
} as const satisfies Record<string, readonly Role[]>;

const ROLE_LABELS: Record<Role, string> = {
  client: 'Client',
  operator: 'Operator',
  admin: 'Admin',
  project_manager: 'Project manager',
};

/** A role as people read it. */
export const roleLabel = (role: Role): string => ROLE_LABELS[role];

export type Ability = keyof typeof ABILITIES;

/** Whether a role has an ability; on which rows it has it is for the policies to say. */
export const may = (role: Role, ability: Ability): boolean =>
  (ABILITIES[ability] as readonly Role[]).includes(role);

const STAFF_ROLES = ['operator', 'admin', 'project_manager'] as const;
export const ROLES = ['client', ...STAFF_ROLES] as const;
export type Role = (typeof ROLES)[number];
export type StaffRole = (typeof STAFF_ROLES)[number];

export const isStaffRole = (role: string): role is StaffRole =>
  STAFF_ROLES.some((staffRole) => staffRole === role);

const ABILITIES = {
  'audit.read': STAFF_ROLES,
  'people.manage': STAFF_ROLES,
  'staff.manage': ['admin'],
  'companies.manage': STAFF_ROLES,
  'companies.remove': ['admin'],
  'companies.read': STAFF_ROLES,
  'projects.manage': STAFF_ROLES,
  'submissions.manage': STAFF_ROLES,
  'bin.manage': STAFF_ROLES,
  'drive.use': STAFF_ROLES,
  'form-submissions.manage': STAFF_ROLES,
  'api-tokens.manage': STAFF_ROLES,
  'webhooks.manage': ['admin'],
  'mails.manage': STAFF_ROLES,
  'system.manage': STAFF_ROLES,
  'settings.read': STAFF_ROLES,
  'settings.manage': ['admin'],
  'backups.manage': ['admin'],
  'companies.export': ['admin'],
  'operator-area.enter': STAFF_ROLES,
  'share-links.manage': ROLES,
} as const satisfies Record<string, readonly Role[]>;

const ROLE_LABELS: Record<Role, string> = {
  client: 'Client',
  operator: 'Operator',
  admin: 'Admin',
  project_manager: 'Project manager',
};

export const roleLabel = (role: Role): string => ROLE_LABELS[role];

export type Ability = keyof typeof ABILITIES;

export const may = (role: Role, ability: Ability): boolean =>
  (ABILITIES[ability] as readonly Role[]).includes(role);

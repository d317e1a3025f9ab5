import { z } from 'zod';
import { Id } from './fields.ts';
import { Role } from './roles.ts';

/** Somebody who is, or may be made, a member of a project. */
export const Member = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  companyName: z.string().nullable(),
  isActive: z.boolean(),
});
export type Member = z.infer<typeof Member>;

/** Who works on a project beside its own company: its manager, who is staff, and its members. */
export const ProjectTeam = z.object({
  managerId: Id.nullable(),
  members: z.array(Member),
  /** Active staff, and active clients of other companies, who are no members yet. */
  candidates: z.array(Member),
  /** Active staff. */
  managers: z.array(Member),
});
export type ProjectTeam = z.infer<typeof ProjectTeam>;

import { z } from 'zod';
import { Id, text, Role } from './fields.ts';

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
  /** Active staff. */
  managers: z.array(Member),
  /** The active clients of its own company, a page of them, and how many there are. */
  clients: z.array(Member),
  clientCount: z.int(),
});
export type ProjectTeam = z.infer<typeof ProjectTeam>;

/** Searched are name, email and company. */
export const CandidatesQuery = z.object({
  projectId: Id,
  search: text().max(200).optional(),
});

/** Who may be made a member: active staff, and active clients of other companies; a page of them. */
export const Candidates = z.object({ people: z.array(Member) });

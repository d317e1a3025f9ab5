import { z } from 'zod';
import { Id, text, Role } from './fields.ts';

export const Member = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  companyName: z.string().nullable(),
  isActive: z.boolean(),
});
export type Member = z.infer<typeof Member>;

/** The manager (staff) and the members, in addition to the project's own company. */
export const ProjectTeam = z.object({
  managerId: Id.nullable(),
  members: z.array(Member),
  managers: z.array(Member),
  /** Active clients of the project's company: one page, and the total. */
  clients: z.array(Member),
  clientCount: z.int(),
});
export type ProjectTeam = z.infer<typeof ProjectTeam>;

export const CandidatesQuery = z.object({
  projectId: Id,
  search: text().max(200).optional(),
});

/** Who can be added as a member: active staff, and active clients of other companies. One page. */
export const Candidates = z.object({ people: z.array(Member) });

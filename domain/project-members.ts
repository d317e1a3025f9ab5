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

export const ProjectTeam = z.object({
  managerId: Id.nullable(),
  members: z.array(Member),
  managers: z.array(Member),
  clients: z.array(Member),
  clientCount: z.int(),
});
export type ProjectTeam = z.infer<typeof ProjectTeam>;

export const CandidatesQuery = z.object({
  projectId: Id,
  search: text().max(200).optional(),
});

export const Candidates = z.object({ people: z.array(Member) });

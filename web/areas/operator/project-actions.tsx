import { useNavigate } from '@tanstack/react-router';
import type { Project } from '#domain/projects.ts';
import { DeleteProject } from '#web/projects/delete-project.tsx';
import { ProjectDialog } from '#web/projects/project-dialog.tsx';
import { ProjectTable } from '#web/projects/project-table.tsx';
import { ProjectTeam } from '#web/projects/project-team.tsx';
import { ROUTES } from '#web/lib/paths.ts';

export type ProjectTask =
  | { kind: 'create' }
  | { kind: 'edit' | 'delete' | 'team'; project: Project };

type ProjectRowsProps = {
  projects: readonly Project[];
  withCompany: boolean;
  onTask: (task: ProjectTask) => void;
};

export function ProjectRows({ projects, withCompany, onTask }: ProjectRowsProps) {
  const navigate = useNavigate();
  return (
    <ProjectTable
      projects={projects}
      withCompany={withCompany}
      onNewSubmission={({ id }) => void navigate({ to: ROUTES.submissions, search: { new: id } })}
      onView={({ id }) => void navigate({ to: ROUTES.project, params: { id } })}
      onEdit={(project) => onTask({ kind: 'edit', project })}
      onTeam={(project) => onTask({ kind: 'team', project })}
      onDelete={(project) => onTask({ kind: 'delete', project })}
    />
  );
}

type ProjectDialogsProps = {
  task: ProjectTask | null;
  /** The company of a new project; null lets the person choose. */
  companyId: string | null;
  onClose: () => void;
};

export function ProjectDialogs({ task, companyId, onClose }: ProjectDialogsProps) {
  return (
    <>
      <ProjectDialog
        isOpen={task?.kind === 'create' || task?.kind === 'edit'}
        companyId={companyId}
        project={task?.kind === 'edit' ? task.project : null}
        onClose={onClose}
      />
      <ProjectTeam project={task?.kind === 'team' ? task.project : null} onClose={onClose} />
      {task?.kind === 'delete' ? <DeleteProject project={task.project} onClose={onClose} /> : null}
    </>
  );
}

import { Group, type GroupProps, Text } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Project } from '#domain/projects.ts';
import { counted, dateAndAge } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import classes from './project-card.module.css';
import { StatusBadge } from './status-badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { Picture } from '#web/ui/picture.tsx';
import type { ClientOverview } from '#domain/overview.ts';
import { documentedDay } from '#domain/weeks.ts';

type ProjectCardProps = { project: Project; isEager?: boolean };

const updateText = ({ submissionCount, lastPublishedAt, timeZone }: Project) =>
  lastPublishedAt
    ? `Updated ${dateAndAge(lastPublishedAt, timeZone)}`
    : counted(submissionCount, 'update');

export function ProjectCard({ project, isEager = false }: ProjectCardProps) {
  return (
    <article className={classes.card} aria-label={project.name}>
      <ProjectCover
        project={project}
        isEager={isEager}
        sizes="(width < 48em) 100vw, (width < 75em) 50vw, 33vw"
      />
      <div className={classes.text}>
        <Name project={project} justify="space-between" align="flex-start" />
        <div className={classes.foot}>
          <Text c="dimmed" size="xs" className="tabular">
            {updateText(project)}
          </Text>
          <CardLinks project={project} />
        </div>
      </div>
    </article>
  );
}

export function ProjectRow({ project, isEager = false }: ProjectCardProps) {
  return (
    <article className={classes.row} aria-label={project.name}>
      <ProjectCover project={project} isEager={isEager} sizes="8rem" ratio={3 / 2} />
      <div>
        <Name project={project} />
        <Text c="dimmed" size="xs" className="tabular">
          {updateText(project)}
        </Text>
      </div>
      <CardLinks project={project} />
    </article>
  );
}

function Name({ project, ...group }: { project: Project } & GroupProps) {
  return (
    <>
      <Group gap="sm" wrap="nowrap" {...group}>
        <h2 className={classes.name}>{project.name}</h2>
        <StatusBadge status={project.status} />
      </Group>
      <Text c="dimmed" size="sm" truncate>
        {project.address ?? 'No address'}
      </Text>
    </>
  );
}

function CardLinks({ project }: { project: Project }) {
  return (
    <div className={`${classes.ways} screen-only`}>
      <OnMap project={project} />
      <OpenProject project={project} />
    </div>
  );
}

function OnMap({ project }: { project: Project }) {
  return (
    <Link
      className={classes.onMap}
      to={ROUTES.map}
      search={{ project: project.id }}
      title="Map View"
      aria-label={`Map View of ${project.name}`}
    >
      <IconMapPin size={16} stroke={1.75} aria-hidden />
      <span className={classes.onMapLabel}>Map View</span>
    </Link>
  );
}

function OpenProject({ project }: { project: Project }) {
  return (
    <Link className={classes.open} to={ROUTES.project} params={{ id: project.id }}>
      View Details<span className="visually-hidden"> of {project.name}</span>
    </Link>
  );
}

type ProjectCoverProps = { project: Project; sizes: string; isEager?: boolean; ratio?: number };

/** One query for all cards of a list. */
function ProjectCover({ project, sizes, isEager = false, ratio = 16 / 9 }: ProjectCoverProps) {
  const { data } = useQuery(api.submissions.latestCovers.queryOptions());
  const cover = data?.covers.find(({ projectId }) => projectId === project.id)?.cover ?? null;
  return <Picture picture={cover} alt="" sizes={sizes} isEager={isEager} ratio={ratio} />;
}

type SubmissionCardProps = { submission: ClientOverview['thisWeek'][number] };

export function SubmissionCard({ submission }: SubmissionCardProps) {
  const { id, projectId, projectName, timeZone, title, cover } = submission;
  const { photoCount, videoCount, fileCount } = submission;
  const day = documentedDay(submission, timeZone);
  const media = [
    ...(photoCount > 0 || (videoCount === 0 && fileCount > 0)
      ? [counted(photoCount, 'photo')]
      : []),
    ...(videoCount > 0 ? [counted(videoCount, 'video')] : []),
  ];
  return (
    <article className={classes.card} aria-label={title}>
      <Picture picture={cover} alt="" sizes="(width < 48em) 100vw, (width < 75em) 50vw, 33vw" />
      <div className={classes.text}>
        <h3 className={classes.name}>{title}</h3>
        <Text c="dimmed" size="sm" truncate>
          {projectName}
        </Text>
        <div className={classes.foot}>
          <Text c="dimmed" size="xs" className="tabular">
            {[dateAndAge(day, timeZone), ...media].join(' · ')}
          </Text>
          <Link
            className={`${classes.open} screen-only`}
            to={ROUTES.week}
            params={{ projectId, submissionId: id }}
          >
            View Week<span className="visually-hidden"> {title}</span>
          </Link>
        </div>
      </div>
    </article>
  );
}

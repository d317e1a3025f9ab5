import { Anchor, Badge, Button, Card, Group, Select, Skeleton, Text } from '@mantine/core';
import { useDisclosure, useElementSize } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconBuildingPlus,
  IconMail,
  IconPhone,
  IconShieldCheck,
  IconShieldX,
} from '@tabler/icons-react';
import { useState } from 'react';
import {
  LEAD_STAGE_LABELS,
  LEAD_STAGES,
  callAddress,
  type FormSubmission,
  type LeadStage,
  replyAddress,
  spamMessage,
} from '#domain/form-submissions.ts';
import { brand } from '#web/lib/brand.ts';
import { dateTime, DEFAULT_TIME_ZONE, relativeDate } from '#web/lib/formats.ts';
import { useNow } from '#web/ui/use-now.ts';
import classes from './form-submission-card.module.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ROUTES } from '#web/lib/paths.ts';
import { ActionsMenu } from '#web/ui/actions-menu.tsx';
import { api } from '#web/lib/api.ts';
import { TextLink } from '#web/ui/links.tsx';
import { toast } from '#web/ui/toast.ts';

import { SetUpClient } from './set-up-client.tsx';

export type FormSubmissionChanges = { isRead?: boolean; isSpam?: boolean; stage?: LeadStage };

type FormSubmissionCardProps = {
  submission: FormSubmission;
  isBusy: boolean;
  onChange: (changes: FormSubmissionChanges) => void;
};

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
const SHOWN_HEIGHT = 6 * 24;

function FormSubmissionCard(props: FormSubmissionCardProps) {
  const { submission } = props;
  return (
    <Card component="li" padding="md">
      <Heading {...props} />
      <Sender submission={submission} />
      {submission.spamReasons.length > 0 && submission.isSpam ? (
        <Text size="sm" c="dimmed" mt={8}>
          {spamMessage(submission.spamReasons)}
        </Text>
      ) : null}
      <Message text={submission.message} />
      <Answers {...props} />
    </Card>
  );
}

/** Messages from the portal are from clients. */
const isLead = ({ isSpam, page }: FormSubmission) => !isSpam && page === null;

const STAGES = LEAD_STAGES.map((value) => ({ value, label: LEAD_STAGE_LABELS[value] }));

function Lead({ submission, isBusy, onChange }: FormSubmissionCardProps) {
  const { name, stage, projectId } = submission;
  const [isSettingUp, dialog] = useDisclosure(false);
  return (
    <>
      <Select
        aria-label={`Stage of ${name}`}
        size="xs"
        w={180}
        allowDeselect={false}
        data={STAGES}
        value={stage}
        disabled={isBusy}
        onChange={(next) => {
          const chosen = LEAD_STAGES.find((value) => value === next);
          if (chosen) onChange({ stage: chosen });
        }}
      />
      {projectId === null ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconBuildingPlus {...ICON} />}
          onClick={dialog.open}
        >
          Set Up Client<span className="visually-hidden">: {name}</span>
        </Button>
      ) : null}
      {isSettingUp ? <SetUpClient lead={submission} onClose={dialog.close} /> : null}
    </>
  );
}

function Message({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const { ref, height } = useElementSize();
  return (
    <>
      <div className={classes.excerpt} style={isWhole ? {} : { maxHeight: SHOWN_HEIGHT }}>
        <Text ref={ref} className={classes.message}>
          {text}
        </Text>
      </div>
      {height > SHOWN_HEIGHT ? (
        <Anchor
          component="button"
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </Anchor>
      ) : null}
    </>
  );
}

function Heading({ submission, isBusy, onChange }: FormSubmissionCardProps) {
  const { name, isRead, isSpam, submittedAt } = submission;
  const now = useNow();
  // Suspected spam isn't counted as unread.
  const isNew = !isRead && !isSpam;
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
      <div className={classes.title}>
        <Group gap={8}>
          <Text component="h2" fw={isNew ? 700 : 500} className={classes.name}>
            {name}
          </Text>
          {isNew ? <Badge>New</Badge> : null}
          {isSpam ? <Badge color="yellow">Suspected spam</Badge> : null}
        </Group>
        <Text component="time" dateTime={submittedAt} size="sm" c="dimmed" className="tabular">
          {dateTime(submittedAt, DEFAULT_TIME_ZONE)} ·{' '}
          {relativeDate(submittedAt, DEFAULT_TIME_ZONE, now)}
        </Text>
      </div>
      <ActionsMenu
        width={200}
        position="bottom-end"
        name={name}
        isBusy={isBusy}
        actions={[
          isRead
            ? { label: 'Mark as Unread', Icon: IconMail, run: () => onChange({ isRead: false }) }
            : null,
          {
            label: isSpam ? 'Not Spam' : 'Mark as Spam',
            Icon: isSpam ? IconShieldCheck : IconShieldX,
            run: () => onChange({ isSpam: !isSpam }),
          },
        ]}
      />
    </Group>
  );
}

function Sender({ submission }: { submission: FormSubmission }) {
  const { email, phone, company, projectId, projectName, page } = submission;
  return (
    <div className={classes.sender}>
      <Text size="sm" mt={4}>
        {[email, phone, company].filter(Boolean).join(' · ')}
      </Text>
      {projectId && projectName ? (
        <Text size="sm">
          About{' '}
          <TextLink to={ROUTES.operatorProject} params={{ projectId }} inherit>
            {projectName}
          </TextLink>
        </Text>
      ) : null}
      {page ? (
        <Text size="sm" c="dimmed">
          Sent from <Anchor href={page}>{page}</Anchor>
        </Text>
      ) : null}
    </div>
  );
}

function Answers(props: FormSubmissionCardProps) {
  const { submission, onChange } = props;
  const { name, phone, isRead } = submission;
  const call = callAddress(phone);
  const markRead = () => {
    if (!isRead) onChange({ isRead: true });
  };
  return (
    <Group gap="xs" mt="md">
      <Button
        component="a"
        href={replyAddress(submission, { name: brand.name, timeZone: DEFAULT_TIME_ZONE })}
        size="xs"
        leftSection={<IconArrowBackUp {...ICON} />}
        onClick={markRead}
      >
        Reply<span className="visually-hidden"> to {name}</span>
      </Button>
      {call ? (
        <Button
          component="a"
          href={call}
          variant="default"
          size="xs"
          leftSection={<IconPhone {...ICON} />}
          onClick={markRead}
        >
          Call<span className="visually-hidden"> {name}</span>
        </Button>
      ) : null}
      {isRead ? null : (
        <Button variant="default" size="xs" onClick={markRead}>
          Mark as Read<span className="visually-hidden">: {name}</span>
        </Button>
      )}
      {isLead(submission) ? <Lead {...props} /> : null}
    </Group>
  );
}

export function FormSubmissionList({ submissions }: { submissions: readonly FormSubmission[] }) {
  const queryClient = useQueryClient();
  const update = useMutation(
    api.formSubmissions.update.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.formSubmissions.key() }),
      onError: (error) => toast.failure('Failed to update the form submission', error),
    }),
  );
  return (
    <ul className={classes.list} aria-label="Form submissions">
      {submissions.map((submission) => (
        <FormSubmissionCard
          key={submission.id}
          submission={submission}
          isBusy={update.isPending && update.variables.id === submission.id}
          onChange={(changes) => update.mutate({ id: submission.id, ...changes })}
        />
      ))}
    </ul>
  );
}

export function FormSubmissionsSkeleton() {
  return (
    <output className={classes.list} aria-label="Loading form submissions">
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} height={208} />
      ))}
    </output>
  );
}

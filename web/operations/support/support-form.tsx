import { Button, Select, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { CONTACT_LIMITS, CONTACT_MESSAGES, tooLong } from '#domain/contact-messages.ts';
import { api } from '#web/lib/api.ts';
import { useDraft } from '#web/ui/history-state.ts';
import { toast } from '#web/ui/toast.ts';

const { missing, failure, success } = CONTACT_MESSAGES;

function messageError(message: string): string | null {
  if (!message.trim()) return 'Please fill in this field.';
  const most = CONTACT_LIMITS.message;
  return message.trim().length > most ? tooLong(most) : null;
}

type Typed = { message: string; projectId: string | null };

export function SupportForm({ page }: { page: string | null }) {
  const projects = useQuery(api.projects.list.queryOptions({ input: {} }));
  const known = projects.data?.projects ?? [];
  const empty: Typed = { message: '', projectId: projectOfPage(page) };
  const [begun, keep] = useDraft('support', empty);
  const form = useForm<Typed>({
    initialValues: { ...begun, projectId: empty.projectId ?? begun.projectId },
    validate: { message: messageError },
    onValuesChange: keep,
  });
  const send = useMutation(
    api.contact.support.mutationOptions({
      onSuccess: () => {
        toast.success(success.title, success.message);
        form.setInitialValues(empty);
        form.reset();
      },
      onError: (error) => toast.failure(failure.message, error),
    }),
  );
  const { projectId, message: typed } = form.values;
  const showErrors = () => {
    if (!typed.trim()) toast.error(missing.title, missing.message);
    form.getInputNode('message')?.focus();
  };
  const submit = form.onSubmit(({ message }) => {
    const isKnown = known.some(({ id }) => id === projectId);
    send.mutate({ message, projectId: isKnown ? projectId : null, page });
  }, showErrors);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={640}>
        <Select
          label="Project"
          placeholder={projects.isPending ? 'Loading…' : 'No project'}
          clearable
          searchable
          nothingFoundMessage="No Projects Found"
          data={known.map(({ id, name }) => ({ value: id, label: name }))}
          value={projectId}
          onChange={(value) => form.setFieldValue('projectId', value)}
        />
        <Textarea
          label="Message"
          required
          autosize
          minRows={5}
          {...form.getInputProps('message')}
        />
        <Text c="dimmed" size="sm">
          {page
            ? 'Sent with your name, your email address and the page you came from.'
            : 'Sent with your name and your email address.'}
        </Text>
        <Button type="submit" loading={send.isPending} w="fit-content">
          Send Message
        </Button>
      </Stack>
    </form>
  );
}

/** The project's id in the path of a portal page; null for other pages. */
export const projectOfPage = (page: string | null): string | null =>
  /^\/dashboard\/projects\/([^/]+)/.exec(page ?? '')?.[1] ?? null;

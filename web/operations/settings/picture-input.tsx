import { Button, FileButton, Group, Input, type InputWrapperProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { PictureUse } from '#domain/site-pictures.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import classes from './picture-input.module.css';

type PictureInputProps = Omit<InputWrapperProps, 'onChange'> & {
  label: string;
  use: PictureUse;
  value: string;
  /** Used without a value. */
  standard: string;
  onChange: (value: string) => void;
  disabled: boolean;
};

/** The server looks at the content, and without a type the upload would fail. */
const ofAnyType = (file: File) => new File([file], file.name, { type: 'application/octet-stream' });

/** Uploads at once, so that the preview shows the picture as the site will; it's used when the form is saved. */
export function PictureInput(props: PictureInputProps) {
  const { use, value, standard, onChange, disabled, error, ...wrapper } = props;
  const upload = useMutation(
    api.settings.addPicture.mutationOptions({ onSuccess: ({ path }) => onChange(path) }),
  );
  const problem = upload.error ? errorMessage(upload.error) : error;
  const shown = value || standard;
  return (
    <Input.Wrapper {...wrapper} labelElement="div" error={problem}>
      {shown && use === 'photo' ? (
        <img src={shown} alt={wrapper.label} className={classes['photo']} />
      ) : null}
      {shown && use === 'logo' ? (
        <Group gap="xs" my="xs">
          {['light', 'dark'].map((scheme) => (
            <div key={scheme} className={classes[scheme]}>
              <img src={shown} alt={`${wrapper.label} on a ${scheme} background`} />
            </div>
          ))}
        </Group>
      ) : null}
      <Group gap="xs">
        <FileButton
          accept="image/svg+xml,image/png,image/jpeg,image/webp"
          disabled={disabled}
          inputProps={{ 'aria-label': `Choose ${wrapper.label}` }}
          onChange={(file) => file && upload.mutate({ query: { use }, body: ofAnyType(file) })}
        >
          {(button) => (
            <Button {...button} variant="default" loading={upload.isPending} disabled={disabled}>
              Upload {wrapper.label}
            </Button>
          )}
        </FileButton>
        {value && value !== standard && !disabled ? (
          <Button variant="subtle" onClick={() => onChange('')}>
            Remove {wrapper.label}
          </Button>
        ) : null}
      </Group>
    </Input.Wrapper>
  );
}

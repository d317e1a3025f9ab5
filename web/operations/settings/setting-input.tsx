import {
  Anchor,
  Checkbox,
  ColorInput,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { defaultOf, fieldOf, isSettingName, type SettingState } from '#domain/settings.ts';
import { TimeZoneSelect } from '#web/ui/time-zone-select.tsx';
import { ColorContrast } from './color-contrast.tsx';
import { PictureInput } from './picture-input.tsx';

type SettingInputProps = {
  state: SettingState;
  isDisabled: boolean;
  isCleared: boolean;
  onClear: () => void;
  value?: string;
  onChange: (value: string) => void;
  error?: string;
};

export function SettingInput({
  state,
  isDisabled,
  isCleared,
  onClear,
  ...input
}: SettingInputProps) {
  const { name, source, isSet, problem } = state;
  if (!isSettingName(name)) return null;
  const { label, kind, hint, choices, instead, use = 'logo' } = fieldOf(name);
  const shared = {
    label,
    description: source === 'server' ? `Set on the server (${instead ?? name}).` : hint,
    disabled: isDisabled || source === 'server',
    error: input.error ?? problem,
    maw: 560,
  };
  const value = input.value ?? '';
  const onText = (event: { currentTarget: { value: string } }) =>
    input.onChange(event.currentTarget.value);
  if (kind === 'secret') {
    const isKept = isSet && !isCleared;
    return (
      <div>
        <PasswordInput
          {...shared}
          value={value}
          onChange={onText}
          autoComplete="new-password"
          placeholder={isKept ? 'Saved. Type to replace it.' : ''}
        />
        {isKept && !shared.disabled ? (
          <Anchor component="button" type="button" size="sm" onClick={onClear}>
            Remove {label}
          </Anchor>
        ) : null}
        {isCleared ? <Text size="sm">Will be removed when you save.</Text> : null}
      </div>
    );
  }
  if (kind === 'picture') {
    return (
      <PictureInput
        {...shared}
        use={use}
        value={value}
        standard={defaultOf(name) ?? ''}
        onChange={input.onChange}
      />
    );
  }
  if (kind === 'color') {
    return (
      <div>
        <ColorInput
          {...shared}
          withEyeDropper={false}
          // Otherwise, an invalid color would silently become the previous one.
          fixOnBlur={false}
          value={value}
          onChange={input.onChange}
        />
        <ColorContrast color={value} />
      </div>
    );
  }
  if (kind === 'number') {
    return (
      <NumberInput
        {...shared}
        value={value}
        onChange={(number) => input.onChange(String(number))}
      />
    );
  }
  if (kind === 'time-zone') {
    return (
      <TimeZoneSelect
        {...shared}
        value={value || null}
        onChange={(chosen) => input.onChange(chosen ?? '')}
      />
    );
  }
  if (kind === 'choice') {
    return (
      <Select
        {...shared}
        value={value || null}
        onChange={(chosen) => input.onChange(chosen ?? '')}
        data={(choices ?? []).map(([key, text]) => ({ value: key, label: text }))}
        placeholder="Not set"
      />
    );
  }
  if (kind === 'checks') {
    return (
      <Checkbox.Group
        {...shared}
        value={value.split(',').filter(Boolean)}
        onChange={(checked) => input.onChange(checked.join(','))}
      >
        <SimpleGrid cols={{ base: 2, lg: 3 }} spacing="xs" mt="xs">
          {(choices ?? []).map(([key, text]) => (
            <Checkbox key={key} value={key} label={text} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    );
  }
  if (kind === 'lines') {
    return <Textarea {...shared} value={value} onChange={onText} autosize minRows={2} />;
  }
  return <TextInput {...shared} value={value} onChange={onText} />;
}

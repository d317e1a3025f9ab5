import { SimpleGrid } from '@mantine/core';
import { EmailField, FirstNameField, LastNameField, NewPasswordField } from './fields.tsx';

export const EMPTY_ADMIN = { firstName: '', lastName: '', email: '', password: '' };

type FieldName = keyof typeof EMPTY_ADMIN;
type Props = { propsOf: (name: FieldName) => object };

export const FirstAdminFields = ({ propsOf }: Props) => (
  <>
    <SimpleGrid cols={2} spacing="md">
      <FirstNameField maxLength={100} {...propsOf('firstName')} />
      <LastNameField maxLength={100} {...propsOf('lastName')} />
    </SimpleGrid>
    <EmailField maxLength={254} {...propsOf('email')} />
    <NewPasswordField label="Password" {...propsOf('password')} />
  </>
);

import { newSetupSecret } from '#server/operations/setup/secret.ts';
import { makeCompany, PASSWORD } from '../factories.ts';
import { input, none, unique, type Prepare } from './attempt.ts';
import type { World } from './world.ts';

const newAdmin = () => ({
  firstName: 'New',
  lastName: 'Comer',
  email: `${unique()}@overfly.example`,
  password: PASSWORD,
});
const validSecret = ({ ctx }: World) => newSetupSecret(ctx.config.secretKey);

export const SETUP_REQUESTS: Readonly<Record<string, Prepare>> = {
  'setup.open': (world) => input({ secret: validSecret(world) }),
  'setup.open with a false secret': () => input({ secret: unique() }),
  'setup.createAdmin': (world) => input({ ...newAdmin(), secret: validSecret(world) }),
  'setup.createAdmin with a false secret': () => input({ ...newAdmin(), secret: unique() }),
  'setup.removeSample': async ({ ctx }) => {
    const { id } = await makeCompany(ctx);
    await ctx.db.pool.query('insert into sample_rows values ($1)', [id]);
    return input({ typedName: ctx.config.brand.name });
  },
  'setup.dismiss': none,
};

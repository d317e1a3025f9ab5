import { newFolder } from './flight.ts';
import { expect, test } from './product.ts';
import { startProgram } from './program.ts';

test('the startup log shows the sample accounts or how to invite the first admin', async ({
  program,
}) => {
  // A separate program that creates a new database.
  test.setTimeout(240_000);
  await expect.poll(program.log).toContain('client@overfly.example  client portal');
  const DATA_DIR = await newFolder('nobody');
  const fresh = await startProgram({ DATA_DIR, DEMO: '0', OPERATOR_EMAIL: 'olivia@example.com' });
  try {
    await expect
      .poll(fresh.log)
      .toContain('npx node server/main.ts invite-admin olivia@example.com');
    expect(fresh.log()).not.toContain('Sample accounts');
  } finally {
    await fresh.stop();
  }
});

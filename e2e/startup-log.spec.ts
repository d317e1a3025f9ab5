import { newFolder } from './flight.ts';
import { expect, test } from './product.ts';
import { startProgram } from './program.ts';

test('the startup log shows the sample accounts or the setup link', async ({ program }) => {
  // A separate program that creates a new database.
  test.setTimeout(240_000);
  await expect.poll(program.log).toContain('client@overfly.example  client portal');
  const DATA_DIR = await newFolder('nobody');
  const fresh = await startProgram({ DATA_DIR, DEMO: '0' });
  try {
    await expect.poll(fresh.log).toContain(`${fresh.url}/setup#`);
    expect(fresh.log()).not.toContain('Sample accounts');
  } finally {
    await fresh.stop();
  }
});

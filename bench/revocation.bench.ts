// How long what somebody could see is still sent after their right to it has ended, in another process: the table
// of docs/security.md.
import {
  openTwo,
  PERSONS_ENDS,
  timesOf,
  VISITORS_ENDS,
  type Times,
} from '#test/fixtures/revocation.ts';
import { startTestDatabase } from '../scripts/test-database.mjs';

const cluster = await startTestDatabase();
process.env['TEST_DATABASE_URL'] = cluster.url;
process.env['DATABASE_KIND'] = 'server';
const two = await openTwo();
try {
  for (const [who, ends] of Object.entries({ person: PERSONS_ENDS, visitor: VISITORS_ENDS })) {
    for (const way of Object.keys(ends))
      print(who, way, await timesOf(two, who as 'person' | 'visitor', way));
  }
} finally {
  await two.close();
  await cluster.stop();
}
// Sockets that fetch keeps for its next request.
process.exit();

function print(who: string, way: string, times: Times) {
  const cells = Object.entries(times).map(([name, ms]) => `${name} ${Math.round(ms)}`);
  console.log(`${who}, ${way} (ms): ${cells.join(', ')}`);
}

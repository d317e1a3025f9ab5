import type { FastifyInstance } from 'fastify';

/** Jobs under way have ten seconds more, and what looks after programs kills them at some time. */
const GRACE_MS = 5000;

/**
 * Closes the HTTP side: it takes nothing new, and what is under way may end within the grace. Then its
 * connections are cut, as a download may take hours and goes on from where it was; an upload does, too.
 */
export async function closeApp(app: FastifyInstance, graceMs = GRACE_MS): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}

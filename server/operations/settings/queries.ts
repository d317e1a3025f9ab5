import { sql, type Insertable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Tx } from '#server/platform/db/database.ts';

export const savePicture = (tx: Tx, picture: Insertable<DB['brandImages']>) =>
  tx
    .insertInto('brandImages')
    .values(picture)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ createdAt: picture.createdAt }))
    .execute();

/** Those that no setting names. */
export async function removeUnusedPictures(tx: Tx, before: Date): Promise<void> {
  await tx
    .deleteFrom('brandImages')
    .where('createdAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('settings')
            .select('name')
            .where(sql<boolean>`position(brand_images.hash in value) > 0`),
        ),
      ),
    )
    .execute();
}

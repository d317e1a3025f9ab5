import { building } from './building.ts';
import { court } from './court.ts';
import { towerCrane } from './crane.ts';
import { Mesh, ORIGIN } from './mesh.ts';
import { parking } from './parking.ts';
import { randomOf } from '../../flight/random.ts';
import { stageOf } from './schedule.ts';
import { roadTraffic } from './streets.ts';
import { terrain } from './terrain.ts';
import { works } from './works.ts';

export function groundOf(week: number): Mesh {
  const mesh = new Mesh();
  terrain(mesh, stageOf(week));
  return mesh;
}

export function worksOf(week: number): Mesh {
  const mesh = new Mesh();
  const stage = stageOf(week);
  building(mesh, stage);
  parking(mesh, stage);
  court(mesh, stage);
  roadTraffic(mesh, week);
  if (stage.hasCrane) towerCrane({ mesh, at: ORIGIN }, randomOf('crane', week));
  // Last, because these objects avoid everything already there.
  works(mesh, stage);
  return mesh;
}

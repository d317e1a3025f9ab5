import {
  BufferAttribute,
  BufferGeometry,
  Color,
  InstancedMesh,
  Matrix4,
  Quaternion,
  type ShaderMaterial,
  Vector3,
} from 'three';
import { MODELS, treeModel } from '../scene/tree-model.ts';
import type { Tree } from '../scene/trees.ts';

const UP = new Vector3(0, 0, 1);
/** Leaves per tree, by distance in meters. */
const DETAIL = [
  { within: 150, leaves: 3000 },
  { within: 300, leaves: 320 },
  { within: 560, leaves: 90 },
  { within: 9000, leaves: 90 },
] as const;

/** Trees are grouped by compass sector, so that sectors outside the view aren't rendered. */
const SECTORS = 12;

const sectorOf = ({ x, y }: Tree) =>
  Math.floor((Math.atan2(y, x) / (2 * Math.PI) + 0.5) * SECTORS) % SECTORS;

export function forest(material: ShaderMaterial, trees: readonly Tree[]): InstancedMesh[] {
  return DETAIL.flatMap(({ within, leaves }, index) => {
    const from = DETAIL[index - 1]?.within ?? 0;
    const ring = trees.filter(({ x, y }) => Math.hypot(x, y) >= from && Math.hypot(x, y) < within);
    return Array.from({ length: MODELS }, (_, model) => {
      const geometry = geometryOf(model, leaves);
      const own = ring.filter((tree) => tree.model === model);
      const sectors = Array.from({ length: SECTORS }, (__, sector) =>
        own.filter((tree) => sectorOf(tree) === sector),
      );
      return sectors.flatMap((part) => (part.length ? [instances(geometry, material, part)] : []));
    }).flat();
  });
}

function geometryOf(model: number, leaves: number): BufferGeometry {
  const { positions, normals, paints } = treeModel(model, leaves);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3));
  geometry.setAttribute('paint', new BufferAttribute(new Uint8Array(paints), 4, true));
  return geometry;
}

function instances(geometry: BufferGeometry, material: ShaderMaterial, trees: readonly Tree[]) {
  const mesh = new InstancedMesh(geometry, material, trees.length);
  trees.forEach((tree, index) => {
    const size = new Vector3(tree.wide, tree.wide, tree.high);
    const turn = new Quaternion().setFromAxisAngle(UP, tree.yaw);
    mesh.setMatrixAt(index, new Matrix4().compose(new Vector3(tree.x, tree.y, 0), turn, size));
    mesh.setColorAt(index, new Color().setRGB(...tree.tint));
  });
  mesh.renderOrder = 1;
  return mesh;
}

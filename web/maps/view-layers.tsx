import { LayerSection } from './layer-section.tsx';
import type { MapView } from './map-view.ts';
import { LAYER_NAMES } from './survey-view.ts';
import type { Units } from '#domain/units.ts';
import type { useLayers } from './use-layers.ts';

type ViewLayersProps = {
  layers: ReturnType<typeof useLayers>;
  view: MapView;
  onView: (view: MapView) => void;
  units: Units;
};

/** How the layer of a view is drawn, with what can be chosen of it. */
export function ViewLayers({ layers, view, onView, units }: ViewLayersProps) {
  const hasRelief = view.layer === 'elevation' && view.mode !== 'change';
  return (
    <LayerSection
      title={LAYER_NAMES[view.layer]}
      opacity={layers.opacity}
      onOpacity={layers.setOpacity}
      model={
        layers.hasModels
          ? {
              value: layers.model,
              onChange: (model) => onView({ ...view, isTerrain: model === 'terrain_model' }),
            }
          : null
      }
      scale={layers.scale}
      units={units}
      onStretch={layers.setStretch}
      isStretched={layers.isStretched}
      hillshade={
        hasRelief
          ? { isOn: !view.isFlat, onChange: (isOn) => onView({ ...view, isFlat: !isOn }) }
          : null
      }
    />
  );
}

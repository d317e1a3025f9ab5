import { ChoicePanel } from './compare/choice-panel.tsx';
import { SIDE_NAMES } from './compare/compare-choice.tsx';
import { shownPair, type SideName } from './compare/comparison.ts';
import { look } from './collection.ts';
import { HelpPanel } from './help-panel.tsx';
import { InfoPanel } from './info-panel.tsx';
import type { useViewer } from './use-viewer.ts';

/** Panels next to the picture. 'more' opens above the tools; a side opens the choice of what that side shows. */
export type PanelName = 'info' | 'help' | 'more' | SideName;

type ViewerPanelProps = {
  panel: PanelName;
  onPanel: (panel: PanelName) => void;
  viewer: ReturnType<typeof useViewer>;
  timeZone: string;
  onClose: () => void;
};

/** The panel that is open; none where it has nothing to tell. */
export function ViewerPanel({ panel, onPanel, viewer, timeZone, onClose }: ViewerPanelProps) {
  const { mode, collection, comparison, photos } = viewer;
  if (panel === 'help') return <HelpPanel onClose={onClose} />;
  if (panel === 'info') {
    const files = filesOf(viewer);
    return files.length > 0 ? <InfoPanel {...{ files, timeZone, onClose }} /> : null;
  }
  if (mode !== 'compare' || panel === 'more' || !comparison) return null;
  return (
    <ChoicePanel
      side={panel}
      onSide={onPanel}
      onChange={viewer.setComparison}
      {...{ collection, comparison, photos, timeZone, onClose }}
    />
  );
}

function filesOf({ mode, collection, cursor, comparison, photos }: ViewerPanelProps['viewer']) {
  if (mode === 'compare' && comparison) {
    const { before, after } = shownPair(comparison, photos);
    return [
      ...(before ? [{ label: SIDE_NAMES.before, file: before }] : []),
      ...(after ? [{ label: SIDE_NAMES.after, file: after }] : []),
    ];
  }
  const file = mode === 'single' && cursor ? look(collection, cursor)?.file : null;
  return file ? [{ label: null, file }] : [];
}

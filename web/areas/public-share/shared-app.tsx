import { useState } from 'react';
import { ProjectUnits, UnitsSettingProvider } from '#web/lib/use-units.ts';
import { LinkNotAvailable } from './link-not-available.tsx';
import { PasswordForm } from './password-form.tsx';
import type { SharedContent } from './shared-data.ts';
import { SharedProjectPage } from './shared-project-page.tsx';
import { SharedSlider } from './shared-slider.tsx';
import { useKeptUnits } from './use-kept-units.ts';

/** The page behind a share link, the same on the server and in the browser. */
export function SharedApp({ content }: { content: SharedContent }) {
  const units = useKeptUnits();
  const [gone, setGone] = useState('gone' in content ? content.gone : null);
  if ('locked' in content)
    return <PasswordForm {...content.locked} brandName={content.brandName} />;
  if (gone !== null || 'gone' in content) {
    return <LinkNotAvailable message={gone ?? ''} brandName={content.brandName} />;
  }
  const Screen = content.screen === 'slider' ? SharedSlider : SharedProjectPage;
  return (
    <UnitsSettingProvider value={units}>
      <ProjectUnits value={content.page.project.units}>
        <Screen data={content} onGone={setGone} />
      </ProjectUnits>
    </UnitsSettingProvider>
  );
}
